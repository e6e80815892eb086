"""Goes through every operation of openapi.yaml, and through every status that it names, and holds
each question and each answer against its schemas: the file and the server can't drift apart."""

import datetime
import os
import tempfile
import unittest
import urllib.parse

import jsonschema
import yaml

from server import TREE, ServerTest

with open(os.path.join(TREE, "examples/http_server/openapi.yaml"), encoding="utf-8") as file:
    SPEC = yaml.safe_load(file)
METHODS = {"get", "post", "put", "delete", "patch", "head", "options", "trace"}
OPERATIONS = {
    operation["operationId"]: (method, path, operation)
    for path, item in SPEC["paths"].items()
    for method, operation in item.items()
    if method in METHODS
}
STORED = [name for name, (_, path, _) in OPERATIONS.items() if "{store}" in path]
PROTECTED = [name for name, (_, _, operation) in OPERATIONS.items() if "security" not in operation]
UNPROVOKED = {"502"}  # the built-in embedder doesn't fail
BODIES = {
    "createStore": {"id": "s"},
    "addSpeaker": {"name": "Bob"},
    "forgetSpeaker": {},
    "addMemory": {"content": "The deadline is on Tuesday", "speaker": "Bob"},
    "addBatch": {"memories": [{"content": "Lunch is at noon"}]},
    "addTurn": {"user": "When do we meet?", "agent": "At nine in the morning."},
    "supersedeMemory": {"content": "The deadline has moved to Wednesday"},
    "search": {"query": "deadline"},
    "recall": {"query": "deadline"},
}

formats = jsonschema.FormatChecker()
formats.checks("date-time", ValueError)(
    lambda value: not isinstance(value, str) or datetime.datetime.fromisoformat(value))


def resolved(item):
    if "$ref" not in item:
        return item
    found = SPEC
    for part in item["$ref"].removeprefix("#/").split("/"):
        found = found[part]
    return found


def validate(value, schema):
    whole = {**schema, "components": SPEC["components"]}
    jsonschema.Draft202012Validator(whole, format_checker=formats).validate(value)


def nulls(schema):
    """All optional members of a body, each null."""
    schema = resolved(schema)
    return {name: None for name in schema["properties"] if name not in schema.get("required", [])}


class OpenApiTest(ServerTest):
    key = "a-key-of-the-tests"

    def setUp(self):
        page = tempfile.TemporaryDirectory()
        self.addCleanup(page.cleanup)
        with open(os.path.join(page.name, "index.html"), "w", encoding="utf-8") as file:
            file.write("<!doctype html><title>Memory</title>")
        self.arguments = ("--page", page.name)
        super().setUp()
        self.seen = set()

    def ask(self, status, name, body=None, query="", key=key, **parameters):
        """An operation by its id; the answer must be what the file says of this status."""
        method, path, operation = OPERATIONS[name]
        values = {"store": "s", "name": "Bob", "id": "1", "file": "index.html", **parameters}
        values = {name: urllib.parse.quote(text, safe="") for name, text in values.items()}
        body = BODIES.get(name) if body is None else body
        if status in (200, 201):
            self.check_request(operation, body)
        answer = self.server.call(method.upper(), path.format(**values) + query, body, x_api_key=key)
        self.assertEqual(answer.status, status, (name, answer.body[:500]))
        self.check_answer(operation["responses"], answer)
        self.seen.add((name, str(status)))
        return answer

    def check_request(self, operation, body):
        self.assertEqual("requestBody" in operation, body is not None)
        if body is not None:
            validate(body, operation["requestBody"]["content"]["application/json"]["schema"])

    def check_answer(self, responses, answer):
        response = resolved(responses[str(answer.status)])
        for name in response.get("headers", {}):
            self.assertIn(name, answer.headers)
        kind = answer.headers["Content-Type"].split(";")[0]
        content = response["content"].get(kind) or response["content"]["*/*"]
        validate(answer.json if kind == "application/json" else answer.body.decode(), content["schema"])

    def ask_all_that_succeeds(self):
        ask = self.ask
        ask(200, "health")
        ask(200, "page")
        ask(200, "pageFile")
        ask(201, "createStore")
        ask(200, "createStore")
        ask(200, "listStores")
        ask(201, "addSpeaker")
        ask(200, "addSpeaker")
        ask(201, "addMemory", {**BODIES["addMemory"], "metadata": {"room": "4"}, "category": "plan",
                               "event_at": "2025-09-01T07:30:00.25+02:00", "conversation_id": "c"})
        ask(200, "addMemory")
        ask(201, "addBatch")
        ask(201, "addTurn")
        ask(200, "addTurn")
        ask(200, "search", {"query": "deadline", "explain": True, "expand": True})
        ask(200, "search", {"query": "deadline", "speaker": "Bob", "limit": 1, "min_similarity": -1,
                            "categories": ["plan"], "metadata": {"room": "4"}})
        ask(200, "recall", {"query": "deadline", "prompt": True, "max_characters": 500})
        ask(201, "supersedeMemory")
        ask(200, "supersedeMemory", {"content": "Lunch is at noon"}, id="4")
        ask(200, "lineage")
        ask(200, "getMemory")
        ask(200, "listMemories", query="?limit=1&include_superseded=true")
        ask(200, "bySpeaker")
        ask(200, "listSpeakers")
        ask(200, "stats")

    def ask_all_that_removes(self):
        self.ask(200, "forgetMemory")
        self.ask(200, "forgetSpeaker")
        self.ask(200, "forgetSpeaker", {"commit": True})
        self.ask(200, "removeSpeaker")
        self.ask(200, "deleteStore")

    def ask_all_that_conflicts(self):
        key = {"idempotency_key": "once"}
        self.ask(201, "addMemory", {"content": "The printer is broken", **key})
        for name in ("addMemory", "addTurn", "supersedeMemory"):
            self.ask(409, name, {**BODIES[name], **key}, id="4")
        self.ask(409, "addBatch", {"memories": [{"content": "Tea is at five", **key}]})

    def test_every_operation_answers_as_the_file_says(self):
        self.ask_all_that_succeeds()
        self.ask_all_that_conflicts()
        for name in PROTECTED:
            self.ask(401, name, key="another")
        for name in STORED:
            self.ask(404, name, store="nowhere")
            self.ask(400, name, store="\x01")
        self.ask(400, "createStore", {"id": " "})
        self.ask(404, "pageFile", file="nothing.html")
        self.ask_all_that_removes()
        named = {(name, status) for name, (_, _, operation) in OPERATIONS.items()
                 for status in operation["responses"] if status not in UNPROVOKED | {"default"}}
        self.assertEqual(named - self.seen, {("page", "404")})

    def test_optional_members_may_be_null_and_unknown_ones_are_refused(self):
        self.ask_all_that_succeeds()
        for name, (_, _, operation) in OPERATIONS.items():
            if "requestBody" not in operation:
                continue
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            body = {**nulls(schema), **BODIES[name]}
            body.pop("speaker", None)
            answer = self.ask(400, name, {**body, "surprise": 1}, id="4")
            self.assertEqual(answer.error["field"], "surprise")
            validate(body, schema)
            answer = self.server.call("POST", OPERATIONS[name][1].format(store="s", name="Bob", id="4"),
                                      body, x_api_key=self.key)
            self.assertIn(answer.status, (200, 201), (name, answer.body))

    def test_a_path_takes_the_methods_of_the_file_and_no_other(self):
        for path, item in SPEC["paths"].items():
            if path in ("/", "/page/{file}"):
                continue
            path = path.format(store="s", name="Bob", id="1")
            answer = self.server.call("PATCH", path, x_api_key=self.key)
            self.refused(405, answer)
            allowed = set(answer.headers["Allow"].lower().split(", ")) - {"head"}
            self.assertEqual(allowed, METHODS & set(item), path)

    def test_an_answer_that_breaks_its_schema_is_noticed(self):
        with self.assertRaises(jsonschema.ValidationError):
            validate({"stores": [1]}, {"$ref": "#/components/schemas/Stores"})
        with self.assertRaises(jsonschema.ValidationError):
            validate("yesterday", {"$ref": "#/components/schemas/Time"})


if __name__ == "__main__":
    unittest.main()
