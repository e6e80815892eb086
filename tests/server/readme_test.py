"""The curl lines of the READMEs, run as they stand but for the host, answer what stands below them."""

import os
import re
import subprocess
import unittest

from server import TREE, WAIT, ServerTest

HOST = "localhost:8080"


def examples(file, heading):
    """(command, status, body) of each curl in the section."""
    with open(os.path.join(TREE, file), encoding="utf-8") as text:
        section = text.read().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^(curl (?:.|\n)*?)\n# (\d+) (.*)$", section, re.MULTILINE)


class ReadmeTest(ServerTest):
    def run_all(self, file, heading, count):
        found = examples(file, heading)
        self.assertGreaterEqual(len(found), count)
        with open(os.path.join(self.folder, ".curlrc"), "w", encoding="utf-8") as file:
            file.write('silent\nwrite-out = "\\n%{http_code}"\n')
        environment = {**os.environ, "CURL_HOME": self.folder, "no_proxy": "*",
                       "WHOSAID_API_KEY": self.key or ""}
        for command, status, body in found:
            self.assertIn(HOST, command)
            command = command.replace(HOST, f"{self.server.host}:{self.server.port}")
            ran = subprocess.run(["bash", "-c", command], env=environment, capture_output=True,
                                 text=True, timeout=WAIT, check=True)
            answer, got = ran.stdout.rsplit("\n", 1)
            self.assertEqual(got, status, (command, answer))
            self.assertRegex(answer, "^" + ".*".join(map(re.escape, body.split("..."))) + "$", command)

    def test_the_servers_readme(self):
        self.run_all("examples/http_server/README.md", "With curl", 16)

    def test_the_main_readme(self):
        self.run_all("README.md", "As a server", 4)

    def test_the_servers_readme_with_a_key(self):
        self.server.end()
        self.key = "a-key"
        self.start()
        self.run_all("examples/http_server/README.md", "With a key", 3)


if __name__ == "__main__":
    unittest.main()
