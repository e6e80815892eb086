"""The program: what it refuses to start with, what survives its end, and the files it shows."""

import http.client
import os
import signal
import subprocess
import threading
import unittest

from server import PROGRAM, WAIT, Server, ServerTest, receive

WRITERS = 4
ENOUGH = 60  # writes that have been acknowledged before the end comes


class Writers:
    """Threads that store one remark after the other, until the server is gone."""

    def __init__(self, server):
        self.acknowledged = {}  # content by id
        self.enough = threading.Condition()
        self.threads = [threading.Thread(target=self.write, args=(server, i)) for i in range(WRITERS)]
        for thread in self.threads:
            thread.start()

    def write(self, server, writer):
        try:
            for i in range(100_000):
                content = f"Writer {writer} wrote remark {i}"
                body = {"content": content, "on_duplicate": "store"}
                answer = server.call("POST", "/v1/stores/s/memories", body)
                if answer.status != 201:
                    return
                with self.enough:
                    self.acknowledged[answer.json["id"]] = content
                    self.enough.notify_all()
        except (OSError, http.client.HTTPException):
            return

    def wait(self):
        with self.enough:
            assert self.enough.wait_for(lambda: len(self.acknowledged) >= ENOUGH, WAIT)

    def join(self):
        for thread in self.threads:
            thread.join(WAIT)


class EndTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.must(201, "POST", "/v1/stores", {"id": "s"})

    def end_while_clients_write(self, with_signal):
        writers = Writers(self.server)
        writers.wait()
        status = self.server.end(with_signal)
        writers.join()
        self.start()
        for memory, content in writers.acknowledged.items():
            found = self.must(200, "GET", f"/v1/stores/s/memories/{memory}").json
            self.assertEqual(found["content"], content)
        return status

    def test_what_was_acknowledged_survives_sigterm(self):
        self.assertEqual(self.end_while_clients_write(signal.SIGTERM), 0)

    def test_what_was_acknowledged_survives_sigkill(self):
        self.assertEqual(self.end_while_clients_write(signal.SIGKILL), -signal.SIGKILL)

    def test_a_request_in_progress_is_finished_and_a_quiet_connection_is_not_waited_for(self):
        self.server.end()
        self.arguments = ("--timeout", "4")  # less than a quiet connection's five seconds
        self.start()
        body = b'{"content":"The last word"}'
        head = "POST /v1/stores/s/memories HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: "
        with self.server.connect() as quiet, self.server.connect() as late:
            quiet.sendall(b"GET /healthz HTTP/1.1\r\n\r\n")
            self.assertEqual(receive(quiet).status, 200)
            late.sendall(f"{head}{len(body)}\r\n\r\n".encode())
            self.assertTrue(late.recv(100))  # 100 Continue: its head has been read
            self.server.process.send_signal(signal.SIGINT)
            self.assertEqual(quiet.recv(1), b"")
            late.sendall(body)
            answer = receive(late)
        self.assertEqual((answer.status, answer.json["status"]), (201, "stored"))
        self.assertEqual(self.server.process.wait(WAIT), 0)
        with self.assertRaises(ConnectionRefusedError):
            self.server.connect()

    def test_more_connections_than_threads_are_all_served(self):
        self.server.end()
        self.arguments = ("--threads", "2")
        self.start()
        idle = [self.server.connect() for _ in range(8)]
        self.must(200, "GET", "/healthz")
        for connection in idle:
            connection.close()


class StartTest(unittest.TestCase):
    def refuse(self, status, reason, *arguments, key=None):
        environment = dict(os.environ)
        environment.pop("WHOSAID_API_KEY", None)
        if key is not None:
            environment["WHOSAID_API_KEY"] = key
        ended = subprocess.run([PROGRAM, *arguments], env=environment, capture_output=True, text=True,
                               timeout=WAIT, check=False)
        self.assertEqual(ended.returncode, status, ended)
        self.assertIn(reason, ended.stderr)
        self.assertEqual(ended.stdout, "")

    def test_without_a_key_only_loopback_is_served(self):
        for host in ("0.0.0.0", "::", "10.0.0.1", "example.org", "127.0.0.1.example.org", ""):
            self.refuse(2, "WHOSAID_API_KEY", "--db", "unused", "--host", host)
        for key in ("", "two words", "100%", "=", "ключ"):
            self.refuse(2, "WHOSAID_API_KEY", "--db", "unused", key=key)
        self.assertFalse(os.path.exists("unused"))

    def test_the_command_line_is_checked(self):
        self.refuse(2, "--db")
        for name, value in (("--port", "65536"), ("--port", "http"), ("--threads", "0"),
                            ("--max-body", "-1"), ("--timeout", "0"), ("--page", "nowhere")):
            self.refuse(2, name, "--db", "unused", name, value)
        self.refuse(1, "/proc/unused", "--db", "/proc/unused/nowhere")


class AddressTest(ServerTest):
    def test_a_database_and_a_port_are_served_once(self):
        for arguments in (("--db", self.database, "--port", "0"),
                          ("--db", self.database + "2", "--port", str(self.server.port))):
            ended = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=WAIT, check=False)
            self.assertEqual((ended.returncode, ended.stdout), (1, b""))
            self.assertTrue(ended.stderr)

    def test_every_address_with_a_key(self):
        server = Server(self.database + "2", "--host", "0.0.0.0", key="key")
        self.assertTrue(server.url.startswith("http://0.0.0.0:"))
        self.assertEqual(server.call("GET", "/v1/stores", Host="any.example", x_api_key="key").status, 200)
        self.assertEqual(server.end(), 0)


class PageTest(ServerTest):
    FILES = {"index.html": "text/html", "style.css": "text/css", "main.js": "text/javascript",
             "parts/lanes.mjs": "text/javascript", "icon.svg": "image/svg+xml",
             "data.json": "application/json", "a b": "application/octet-stream"}

    def start(self):
        page = os.path.join(self.folder, "page")
        os.makedirs(os.path.join(page, "parts"))
        for name in self.FILES:
            self.put(os.path.join(page, name), name)
        self.put(os.path.join(self.folder, "secret"), "secret")
        os.symlink("../secret", os.path.join(page, "link"))
        os.symlink("..", os.path.join(page, "up"))
        self.arguments = ("--page", page)
        super().start()

    @staticmethod
    def put(path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def test_files_are_given_with_their_types(self):
        for name, kind in self.FILES.items():
            answer = self.must(200, "GET", "/page/" + name.replace(" ", "%20"))
            self.assertEqual(answer.headers["Content-Type"].split(";")[0], kind)
            self.assertEqual(answer.body.decode(), name)
        answer = self.must(200, "GET", "/")
        self.assertEqual(answer.body, b"index.html")
        self.assertIn("script-src 'self';", answer.headers["Content-Security-Policy"])
        self.assertNotIn("unsafe", answer.headers["Content-Security-Policy"])
        self.assertEqual(len(answer.headers.get_all("Content-Security-Policy")), 1)
        self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")

    def test_no_path_leads_out_of_the_folder(self):
        for path in ("/page/../secret", "/page/..%2fsecret", "/page/%2e%2e/secret", "/page/parts/../../secret",
                     "/page//secret", "/../secret", "/page/link", "/page/up/secret", "/page/",
                     f"/page/{self.folder}/secret", "/page/index.html%00", "/page/..\\secret"):
            self.refused(404, self.server.call("GET", path))
        self.refused(405, self.server.call("POST", "/page/index.html", "{}"))


if __name__ == "__main__":
    unittest.main()
