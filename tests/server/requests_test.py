"""What the server refuses, and how; what it takes however oddly it is written."""

import json
import unittest

from server import ServerTest, receive

KEY = "abc-DEF.123_~+/=="


def head(method, path, *lines):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


class OpenTest(ServerTest):
    arguments = ("--max-body", "100000", "--timeout", "1")

    def setUp(self):
        super().setUp()
        self.must(201, "POST", "/v1/stores", {"id": "s"})
        self.must(201, "POST", "/v1/stores/s/speakers", {"name": "Bob"})

    def test_what_is_not_there(self):
        for path in ("/nothing", "/v1", "/v1/stores/s", "/v1/stores/s/memories/1/", "//v1/stores", "*"):
            self.assertIn(self.server.call("GET", path).status, (404, 405), path)
        self.refused(404, self.server.call("GET", "/nothing"))
        self.refused(404, self.server.call("GET", "/v1/stores/other/stats"))
        answer = self.server.call("GET", "/v1/stores/s/speakers/Carol/memories")
        self.refused(404, answer)
        self.assertEqual(answer.error["speaker"], "Carol")
        answer = self.server.call("DELETE", "/v1/stores/s/memories/18446744073709551615")
        self.refused(404, answer)
        self.assertEqual(answer.error["memory"], 2**64 - 1)

    def test_wrong_methods_are_told_the_right_ones(self):
        for method in ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
            answer = self.server.call(method, "/v1/stores")
            self.refused(405, answer)
            self.assertEqual(answer.headers["Allow"], "GET, HEAD, POST")
        self.assertEqual(self.server.call("GET", "/v1/stores/s/memories/batch").headers["Allow"], "POST")
        self.assertEqual(self.must(200, "HEAD", "/v1/stores").body, b"")

    def test_bodies_that_are_no_json(self):
        deep = '{"id":' + "[" * 99_000
        for body in ("", "null", "[]", '"s"', "{", '{"id":"s"}x', "{'id':1}", '{"id":"s",}', deep,
                     '{"id":"\xff"}'.encode("latin-1"), b'{"id":"\xed\xa0\x80"}', '{"id":"\\ud800"}',
                     '{"id":"a\0b"}', '{"id":1e999}', '{"id":"s","id":"s"}'):
            self.refused(400, self.server.call("POST", "/v1/stores", body))
        self.refused(400, self.server.call("POST", "/v1/stores", '{"id":"s","id":"s"}'), "id")
        self.refused(400, self.server.raw(head("POST", "/v1/stores")), "body")

    def test_members_of_the_wrong_kind_are_named(self):
        search = "/v1/stores/s/search"
        for member in ({"limit": -1}, {"limit": 1.5}, {"limit": 2**64}, {"limit": "3"}, {"limit": 0},
                       {"limit": 1001}, {"min_similarity": 2}, {"speaker": 3}, {"speaker": "ME"},
                       {"categories": "plan"}, {"categories": [1]}, {"metadata": {"a": 1}},
                       {"event_from": "2025-02-30T00:00:00Z"}, {"event_to": "soon"}, {"explain": 1},
                       {"querry": "x"}, {"query": None}, {"query": " "}):
            answer = self.server.call("POST", search, {"query": "x", **member})
            self.refused(400, answer, next(iter(member)))
        batch = {"memories": [{"content": "a"}, {"content": "b", "on_duplicate": "maybe"}]}
        self.refused(400, self.server.call("POST", "/v1/stores/s/memories/batch", batch),
                     "memories[1].on_duplicate")
        self.assertEqual(self.must(200, "GET", "/v1/stores/s/memories").json["memories"], [])

    def test_paths_and_queries_that_break_rules_are_named(self):
        memories = "/v1/stores/s/memories"
        for path, field in ((f"{memories}/x", "id"), (f"{memories}/-1", "id"),
                            (f"{memories}/18446744073709551616", "id"), (f"{memories}/1%", "path"),
                            (f"{memories}/%zz", "path"), (f"{memories}?limit=x", "limit"),
                            (f"{memories}?limit=0", "limit"), (f"{memories}?after=x", "after"),
                            (f"{memories}?after=1.x", "after"), (f"{memories}?limit=1&limit=2", "limit"),
                            (f"{memories}?page=2", "page"), ("/v1/stores/%00/stats", "store"),
                            ("/v1/stores/%ff/stats", "store"),
                            ("/v1/stores/s/speakers/%ff/memories", "speaker"),
                            ("/v1/stores/s/speakers/a%0ab/memories", "speaker")):
            self.refused(400, self.server.call("GET", path), field)

    def test_names_and_ids_of_any_kind_in_a_path(self):
        for store in ("a/b", "..", ".", "a?b#c", "100%", "%2F", "日本", "a b+c"):
            self.must(201, "POST", "/v1/stores", {"id": store})
            path = "/v1/stores/" + "".join(f"%{byte:02X}" for byte in store.encode())
            self.must(201, "POST", f"{path}/speakers", {"name": "Zoë/Ann"})
            speaker = f"{path}/speakers/Zoe%CC%88%2fAnn"
            self.must(201, "POST", f"{path}/memories", {"content": "NUL: \0", "speaker": "Zoë/Ann"})
            said = self.must(200, "GET", f"{speaker}/memories").json["memories"]
            self.assertEqual([memory["content"] for memory in said], ["NUL: \0"])
            self.assertEqual(self.must(200, "DELETE", path).json, {"deleted": store})

    def test_bodies_that_are_too_large(self):
        large = json.dumps({"id": "x" * 100_000})
        self.refused(413, self.server.call("POST", "/v1/stores", large))
        chunk = b"%x\r\n%s\r\n" % (len(large), large.encode())
        chunked = head("POST", "/v1/stores", "Transfer-Encoding: chunked")
        self.refused(413, self.server.raw(chunked + chunk + b"0\r\n\r\n"))
        expecting = head("POST", "/v1/stores", "Content-Length: 200000", "Expect: 100-continue")
        self.refused(413, self.server.raw(expecting))
        self.refused(413, self.server.raw(head("POST", "/v1/stores", f"Content-Length: {10**18}")))

    def test_heads_that_are_too_large(self):
        self.refused(414, self.server.raw(head("GET", "/" + "x" * 9_000)))
        self.refused(431, self.server.raw(head("GET", "/", *(f"x-{i}: {i}" for i in range(5_000)))))

    def test_who_is_too_slow_is_told_so(self):
        self.refused(408, self.server.raw(b"GET /healthz HTTP/1.1\r\nHost: local"))
        self.refused(408, self.server.raw(head("POST", "/v1/stores", "Content-Length: 9") + b'{"id"'))

    def test_bodies_in_other_forms(self):
        for name, value in (("Content-Encoding", "gzip"),
                            ("Content-Type", "multipart/form-data; boundary=x")):
            lines = (f"{name}: {value}", "Content-Length: 10")
            self.refused(415, self.server.raw(head("POST", "/v1/stores", *lines)))

    def test_requests_that_can_be_understood_in_two_ways(self):
        both = ("Content-Length: 4", "Transfer-Encoding: chunked")
        for lines in (both, ("Content-Length: 4", "Content-Length: 5"), ("Content-Length: -4",),
                      ("Content-Length: 4x",), ("Transfer-Encoding: gzip, chunked",)):
            self.refused(400, self.server.raw(head("POST", "/v1/stores", *lines) + b"0\r\n\r\n"))
        for request in (b"hello\r\n\r\n", b"GET /\r\n\r\n", b"BREW / HTTP/1.1\r\n\r\n",
                        b"GET /\0 HTTP/1.1\r\n\r\n", b"\r\n\r\n", head("GET", "/", "Range: bytes=x")):
            self.assertIn(self.server.raw(request).status, (400, 416), request)

    def test_a_body_that_nobody_reads_is_not_the_next_request(self):
        smuggled = head("POST", "/v1/stores/s/memories", "Content-Length: 0")
        with self.server.connect() as connection:
            connection.sendall(head("GET", "/healthz", f"Content-Length: {len(smuggled)}") + smuggled)
            answers = connection.makefile("rb").read()
        self.assertEqual(answers.count(b"HTTP/1.1 "), 1, answers)
        self.assertIn(b"\r\nConnection: close\r\n", answers)

    def test_a_connection_is_kept_for_many_requests_sent_at_once(self):
        body = b'{"query":"x"}'
        search = head("POST", "/v1/stores/s/search", f"Content-Length: {len(body)}") + body
        with self.server.connect() as connection:
            connection.sendall(search * 20 + head("GET", "/healthz", "Connection: close"))
            answers = connection.makefile("rb").read()
        self.assertEqual(answers.count(b"HTTP/1.1 200 OK\r\n"), 21)

    def test_chunks_and_expectations_are_fine(self):
        chunked = head("POST", "/v1/stores", "Transfer-Encoding: chunked")
        answer = self.server.raw(chunked + b'3\r\n{"i\r\n9\r\nd":"new"}\r\n0\r\n\r\n')
        self.assertEqual((answer.status, answer.json), (201, {"id": "new"}))
        expecting = head("POST", "/v1/stores", "Content-Length: 13", "Expect: 100-continue")
        with self.server.connect() as connection:
            connection.sendall(expecting)
            self.assertEqual(connection.recv(25), b"HTTP/1.1 100 Continue\r\n\r\n")
            connection.sendall(b'{"id":"newer"')
            self.refused(400, receive(connection), "body")

    def test_pages_of_other_sites_are_refused(self):
        self.refused(403, self.server.call("GET", "/v1/stores", Origin="http://elsewhere.example"))
        self.refused(403, self.server.call("GET", "/v1/stores", Origin="null"))
        self.must(200, "GET", "/v1/stores", Origin=self.server.url)
        self.refused(403, self.server.call("GET", "/v1/stores", Host="renamed.example"))
        for host in ("localhost", "127.0.0.1:80", "[::1]:80"):
            self.must(200, "GET", "/v1/stores", Host=host)

    def test_every_answer_carries_its_safety(self):
        for path in ("/healthz", "/nothing"):
            headers = self.server.call("GET", path).headers
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Cache-Control"], "no-store")
            self.assertTrue(headers["Content-Security-Policy"].startswith("default-src 'none'"))

    def test_a_list_of_one_moment_is_paged_to_its_end(self):
        memories = [{"content": f"Row {i}", "created_at": "2025-09-01T07:30:00Z", "on_duplicate": "store"}
                    for i in range(250)]
        self.must(201, "POST", "/v1/stores/s/memories/batch", {"memories": memories})
        seen, after = [], ""
        while after is not None:
            page = self.must(200, "GET", f"/v1/stores/s/memories?limit=40{after}").json
            seen += [memory["content"] for memory in page["memories"]]
            after = page["next"] and "&after=" + page["next"]
        self.assertEqual(seen, [f"Row {i}" for i in reversed(range(250))])


class KeyTest(ServerTest):
    key = KEY

    def test_the_key_opens_and_nothing_else_does(self):
        self.must(200, "GET", "/v1/stores", Authorization=f"Bearer {KEY}")
        self.must(200, "GET", "/v1/stores", Authorization=f"bearer {KEY}")
        self.must(200, "GET", "/v1/stores", x_api_key=KEY)
        self.must(200, "GET", "/healthz")
        wrong = [{}, {"x_api_key": ""}, {"x_api_key": KEY[:-1]}, {"x_api_key": KEY + "="},
                 {"x_api_key": KEY.lower()}, {"Authorization": KEY}, {"Authorization": f"Basic {KEY}"},
                 {"Authorization": "Bearer"}, {"Authorization": "Bearer "}, {"Cookie": KEY}]
        for headers in wrong:
            for path in ("/v1/stores", "/nothing", "/v1/stores/%zz"):
                answer = self.server.call("GET", path, **headers)
                self.refused(401, answer)
                self.assertEqual(answer.error["type"], "authentication_error")
                self.assertEqual(answer.headers["WWW-Authenticate"], "Bearer")
        self.refused(401, self.server.call("POST", "/v1/stores", {"id": "s"}))
        self.assertEqual(self.must(200, "GET", "/v1/stores", x_api_key=KEY).json, {"stores": []})

    def test_the_key_is_asked_for_before_a_body_is_read(self):
        self.refused(401, self.server.raw(head("POST", "/v1/stores", "Content-Length: 100")))
        expecting = head("POST", "/v1/stores", "Content-Length: 100", "Expect: 100-continue")
        self.refused(401, self.server.raw(expecting))


if __name__ == "__main__":
    unittest.main()
