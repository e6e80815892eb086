// What a host knows of its plugins: C functions only.
#pragma once

extern "C" {
int plugin_open(const char* directory);  // 0: opened; 1: it is open elsewhere; 2: another error
int plugin_use();                        // 0: it stored something and found it again
void plugin_close();
const void* plugin_library();  // where the whosaid lies that it uses
}
