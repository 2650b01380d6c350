"""What a failed call raises: a class and a stable code for each kind of failure, as in the TypeScript client."""

from __future__ import annotations

from typing import Any, TypedDict


class Violation(TypedDict):
    loc: list[str | int]
    msg: str
    type: str


class FieldnoteError(Exception):
    """`status` is None when no answer came; `detail` is a sentence, or for 400 the list of everything that was wrong."""

    def __init__(
        self,
        call: str,
        code: str,
        status: int | None,
        detail: str | list[Violation],
        retry_after: float | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(f"{call}: {'' if status is None else f'{status} '}{_in_words(detail)}")
        self.code = code
        self.status = status
        self.detail = detail
        self.retry_after = retry_after
        self.request_id = request_id


class InvalidError(FieldnoteError):
    """400, 405, 413, 415: what was sent cannot be taken as it is."""


class UnauthorizedError(FieldnoteError):
    """401"""


class ForbiddenError(FieldnoteError):
    """403"""


class NotFoundError(FieldnoteError):
    """404"""


class ConflictError(FieldnoteError):
    """409: the state of things forbids it; `detail` says which."""


class RateLimitedError(FieldnoteError):
    """429"""


class UnavailableError(FieldnoteError):
    """5xx: the service failed, or is away."""


class NoAnswerError(FieldnoteError):
    """The call timed out, or no answer of the service arrived."""


_KINDS: dict[int, tuple[str, type[FieldnoteError]]] = {
    401: ("unauthorized", UnauthorizedError),
    403: ("forbidden", ForbiddenError),
    404: ("not_found", NotFoundError),
    405: ("method_not_allowed", InvalidError),
    408: ("timed_out", NoAnswerError),
    409: ("conflict", ConflictError),
    413: ("too_large", InvalidError),
    415: ("unsupported_media_type", InvalidError),
    429: ("rate_limited", RateLimitedError),
    500: ("internal", UnavailableError),
}


def refused(call: str, status: int, detail: str | list[Violation], **facts: Any) -> FieldnoteError:
    other = ("invalid", InvalidError) if status < 500 else ("unavailable", UnavailableError)
    code, error_class = _KINDS.get(status, other)
    return error_class(call, code, status, detail, **facts)


def _in_words(detail: str | list[Violation]) -> str:
    if isinstance(detail, str):
        return detail
    return "; ".join(f"{'.'.join(map(str, one['loc']))} {one['msg']}" for one in detail)
