"""The client on a running service, named by the environment as for any program. Run by test/client/python.test.ts."""

import http.client
import json
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import get_args
from unittest import mock
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import fieldnote_client
from fieldnote_client import Fieldnote, Sentiment

ABOUT = {"user": "ada & co/ü", "conversation": "thread-7"}
NOTE = {"sentiment": "negative", "title": "Export stops early", "description": "Only 10,000 of 14,200 rows arrived."}


class FaultyProxy:
    """Hands calls on to the service, but answers the first ones as the test says, after the service has done its work."""

    def __init__(self, *faults):
        self.requests = []
        proxy, left = self, list(faults)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                proxy.requests.append(self.headers)
                real = http.client.HTTPConnection(urlsplit(os.environ["FIELDNOTE_URL"]).netloc)
                real.request(self.command, self.path, body, dict(self.headers))
                answer = real.getresponse()
                status, headers, data = answer.status, {"Content-Type": "application/json"}, answer.read()
                real.close()
                fault = left.pop(0) if left else None
                if fault == "lost":
                    return self.connection.close()
                if fault:
                    status, headers, data = fault
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(data))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def refusal(status, headers=None):
    return (status, {"Content-Type": "application/json", **(headers or {})}, b'{"detail": "not now"}')


class Calls(unittest.TestCase):
    def setUp(self):
        self.fieldnote = Fieldnote()

    def test_posts_an_observation_with_everything_that_can_be_said_of_it(self):
        stored = self.fieldnote.observe(
            **ABOUT, **NOTE, quote="It just stops!", issue=7, observed_at="2026-03-01T10:00:00Z"
        )
        self.assertEqual(stored["user_id"], ABOUT["user"])
        self.assertEqual(stored["title"], NOTE["title"])
        self.assertEqual(stored["observed_at"], "2026-03-01T10:00:00.000Z")

    def test_knows_every_sentiment(self):
        for sentiment in get_args(Sentiment):
            stored = self.fieldnote.observe(**ABOUT, **{**NOTE, "sentiment": sentiment})
            self.assertEqual(stored["user_sentiment"], sentiment)

    def test_posts_several_in_their_order(self):
        items = [{"title": title, "description": "Said so."} for title in "abc"]
        stored = self.fieldnote.observe_many(**ABOUT, sentiment="neutral", observations=items)
        self.assertEqual([one["title"] for one in stored], ["a", "b", "c"])

    def test_lists_a_study_answers_it_and_reads_the_guidelines(self):
        [study] = self.fieldnote.studies(ABOUT["user"])
        posted = self.fieldnote.answer(study=study["id"], **ABOUT, answer="For the accountant.")
        [answered] = self.fieldnote.studies(ABOUT["user"])
        self.assertEqual((study["answer"], answered["answer"]), (None, "For the accountant."))
        self.assertEqual(set(posted), {"id", "posted_at"})
        self.assertEqual(set(self.fieldnote.guidelines("ada")), {"observations", "research"})

    def test_says_where_the_tools_are_for_mcp(self):
        server = self.fieldnote.mcp
        headers = {**server["headers"], "Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        with urlopen(Request(server["url"], json.dumps(message).encode(), headers)) as response:
            tools = json.load(response)["result"]["tools"]
        self.assertIn("post_observations", [tool["name"] for tool in tools])


class Tries(unittest.TestCase):
    def setUp(self):
        patch = mock.patch("time.sleep")
        self.sleep = patch.start()
        self.addCleanup(patch.stop)

    def test_a_post_whose_answer_is_lost_is_stored_once(self):
        with FaultyProxy("lost", refusal(500)) as proxy:
            stored = Fieldnote(url=proxy.url).observe(**ABOUT, **NOTE)
            again = Fieldnote().observe(**ABOUT, **NOTE, idempotency_key=proxy.requests[0]["Idempotency-Key"])
        self.assertEqual(len({sent["Idempotency-Key"] for sent in proxy.requests}), 1)
        self.assertEqual(len(proxy.requests), 3)
        self.assertEqual(again, stored)
        self.assertRegex(proxy.requests[0]["User-Agent"], r"^fieldnote-client-python/\d")

    def test_waits_as_long_as_the_service_asks(self):
        with FaultyProxy(refusal(429, {"Retry-After": "7"})) as proxy:
            Fieldnote(url=proxy.url).guidelines()
        self.sleep.assert_called_once_with(7.0)

    def test_gives_up_where_that_is_too_long(self):
        with FaultyProxy(refusal(429, {"Retry-After": "3600"})) as proxy:
            with self.assertRaises(fieldnote_client.RateLimitedError) as raised:
                Fieldnote(url=proxy.url).guidelines()
        self.assertEqual(raised.exception.retry_after, 3600)
        self.sleep.assert_not_called()

    def test_gives_up_after_the_retries(self):
        with FaultyProxy("lost", "lost") as proxy:
            with self.assertRaises(fieldnote_client.NoAnswerError) as raised:
                Fieldnote(url=proxy.url, retries=1).guidelines()
        self.assertEqual((raised.exception.code, raised.exception.status), ("no_answer", None))
        self.assertEqual(len(proxy.requests), 2)

    def test_tries_again_where_a_page_for_people_answers(self):
        with FaultyProxy((200, {"Content-Type": "text/html"}, b"<h1>Hello</h1>")) as proxy:
            Fieldnote(url=proxy.url).guidelines()
        self.assertEqual(len(proxy.requests), 2)

    def test_takes_its_key_nowhere_else(self):
        with FaultyProxy() as other, FaultyProxy((302, {"Location": other.url}, b"")) as proxy:
            with self.assertRaisesRegex(fieldnote_client.NoAnswerError, "302 redirected to"):
                Fieldnote(url=proxy.url).guidelines()
        self.assertEqual((len(proxy.requests), len(other.requests)), (1, 0))


class Errors(unittest.TestCase):
    def test_carry_every_violation_and_the_request(self):
        with self.assertRaises(fieldnote_client.InvalidError) as raised:
            Fieldnote().observe(**{**ABOUT, "user": ""}, **{**NOTE, "title": " "})
        error = raised.exception
        self.assertEqual((error.code, error.status), ("invalid", 400))
        self.assertEqual([one["loc"] for one in error.detail], [["body", "user_id"], ["body", "observations", 0, "title"]])
        self.assertRegex(str(error), r"^observe: 400 body\.user_id .+; body\.observations\.0\.title ")
        self.assertTrue(error.request_id)

    def test_have_a_class_and_a_stable_code_for_each_status(self):
        kinds = {
            400: ("InvalidError", "invalid"),
            401: ("UnauthorizedError", "unauthorized"),
            403: ("ForbiddenError", "forbidden"),
            404: ("NotFoundError", "not_found"),
            405: ("InvalidError", "method_not_allowed"),
            408: ("NoAnswerError", "timed_out"),
            409: ("ConflictError", "conflict"),
            413: ("InvalidError", "too_large"),
            415: ("InvalidError", "unsupported_media_type"),
            429: ("RateLimitedError", "rate_limited"),
            500: ("UnavailableError", "internal"),
            503: ("UnavailableError", "unavailable"),
        }
        for status, (name, code) in kinds.items():
            with self.subTest(status), FaultyProxy(refusal(status)) as proxy:
                with self.assertRaises(getattr(fieldnote_client, name)) as raised:
                    Fieldnote(url=proxy.url, retries=0).guidelines()
                self.assertEqual((raised.exception.code, raised.exception.detail), (code, "not now"))

    def test_come_at_once_for_settings_that_are_missing(self):
        for settings, message in [
            ({"api_key": " "}, "api_key is missing: pass it, or set FIELDNOTE_API_KEY"),
            ({"project_id": ""}, "project_id is missing"),
            ({"url": "fieldnote"}, "url is not an address"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                Fieldnote(**settings)


if __name__ == "__main__":
    unittest.main()
