"""A server of its own for each test, and raw ways to talk to it."""

import http.client
import json
import os
import signal
import socket
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["WHOSAID_SERVER"]
TREE = os.environ["WHOSAID_TREE"]
WAIT = 60  # seconds for what must come


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def error(self):
        return self.json["error"]


class Server:
    def __init__(self, database, *arguments, key=None):
        environment = dict(os.environ)
        environment.pop("WHOSAID_API_KEY", None)
        if key is not None:
            environment["WHOSAID_API_KEY"] = key
        command = [PROGRAM, "--db", database, "--port", "0", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
        self.url = self.process.stdout.readline().split()[-1]
        self.host, port = self.url.removeprefix("http://").rsplit(":", 1)
        self.port = int(port)

    def call(self, method, path, body=None, **headers):
        """A str or bytes goes as it is, anything else as JSON. x_api_key="..." is a header."""
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        connection = http.client.HTTPConnection(self.host, self.port, timeout=WAIT)
        headers = {name.replace("_", "-"): text for name, text in headers.items()}
        connection.request(method, path, body.encode() if isinstance(body, str) else body, headers)
        answer = Answer(connection.getresponse())
        connection.close()
        return answer

    def connect(self):
        return socket.create_connection((self.host, self.port), timeout=WAIT)

    def raw(self, request):
        """Sends bytes that no client would; the answer to them."""
        with self.connect() as connection:
            connection.sendall(request)
            return receive(connection)

    def end(self, with_signal=signal.SIGTERM):
        self.process.send_signal(with_signal)
        status = self.process.wait(WAIT)
        self.process.stdout.close()
        return status


def receive(connection):
    response = http.client.HTTPResponse(connection)
    response.begin()
    return Answer(response)


class ServerTest(unittest.TestCase):
    arguments = ()
    key = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.database = os.path.join(folder.name, "db")
        self.start()

    def start(self):
        self.server = Server(self.database, *self.arguments, key=self.key)
        self.addCleanup(self.server.process.stdout.close)
        self.addCleanup(self.server.process.kill)

    def tearDown(self):
        if self.server.process.poll() is None:
            self.assertEqual(self.server.end(), 0, "the server must end well")

    def must(self, status, *arguments, **named):
        answer = self.server.call(*arguments, **named)
        self.assertEqual(answer.status, status, answer.body[:500])
        return answer

    def refused(self, status, answer, field=None):
        """The answer is an error of this status in the common form."""
        self.assertEqual(answer.status, status, answer.body[:500])
        self.assertEqual(answer.headers["Content-Type"], "application/json")
        self.assertEqual(answer.json["type"], "error")
        self.assertTrue(answer.error["message"])
        if field:
            self.assertEqual(answer.error["field"], field)
