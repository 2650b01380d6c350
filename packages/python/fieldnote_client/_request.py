"""One call: its tries, the waits between them, and how an answer or a failure is read."""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPMessage
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import FieldnoteError, NoAnswerError, refused

USER_AGENT = "fieldnote-client-python/0.1.0"


@dataclass(frozen=True)
class Service:
    url: str
    authorization: str
    timeout: float
    retries: int
    max_wait: float


class _NoRedirect(HTTPRedirectHandler):
    """urllib would send the key along, wherever it is led."""

    def redirect_request(self, *args: Any) -> None:
        return None


_OPENER = build_opener(_NoRedirect)


def request(service: Service, call: str, method: str, path: str, body: object = None, key: str | None = None) -> Any:
    """The answer's JSON. A post has its idempotency key before the first try, so each call may be repeated."""
    headers = {"Accept": "application/json", "Authorization": service.authorization, "User-Agent": USER_AGENT}
    if key is not None:
        headers |= {"Content-Type": "application/json", "Idempotency-Key": key}
    data = None if body is None else json.dumps(body).encode()
    failures = 0
    while True:
        try:
            return _attempt(Request(service.url + path, data, headers, method=method), call, service.timeout)
        except FieldnoteError as error:
            wait = _back_off(failures) if error.retry_after is None else error.retry_after
            if not _may_pass(error) or failures >= service.retries or wait > service.max_wait:
                raise
        time.sleep(wait)
        failures += 1


def _attempt(request: Request, call: str, timeout: float) -> Any:
    try:
        with _OPENER.open(request, timeout=timeout) as response:
            return json.loads(response.read())
    except HTTPError as answer:
        raise _refusal(call, answer) from None
    except ValueError as error:
        detail = "the answer is not JSON; is this the address of a Fieldnote service?"
        raise NoAnswerError(call, "no_answer", None, detail) from error
    except (OSError, HTTPException) as error:
        reason = error.reason if isinstance(error, URLError) else error
        if isinstance(reason, TimeoutError):
            raise NoAnswerError(call, "timed_out", None, f"no answer within {timeout} s") from error
        raise NoAnswerError(call, "no_answer", None, str(reason) or type(reason).__name__) from error


def _refusal(call: str, answer: HTTPError) -> FieldnoteError:
    with answer:
        if answer.code < 400:
            detail = f"redirected to {answer.headers.get('Location')}; is this the address of the service?"
            return NoAnswerError(call, "no_answer", answer.code, detail)
        try:
            detail = json.loads(answer.read())["detail"]
        except (ValueError, KeyError, TypeError, OSError, HTTPException):
            detail = answer.reason or "no reason given"
        facts = {"retry_after": _retry_after(answer.headers), "request_id": answer.headers.get("X-Request-Id")}
        return refused(call, answer.code, detail, **facts)


def _retry_after(headers: HTTPMessage) -> float | None:
    """Seconds, or a date."""
    value = headers.get("Retry-After", "").strip()
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _may_pass(error: FieldnoteError) -> bool:
    return error.status is None or error.status in (408, 429) or error.status >= 500


def _back_off(failures: int) -> float:
    """Twice as long each time, up to 8 seconds, and never the same for two callers."""
    return min(8.0, 0.25 * 2**failures) * random.uniform(0.5, 1)
