"""What an agent's host program needs of a Fieldnote service: observations, studies, guidelines, and the way in for MCP."""

from __future__ import annotations

import os
from typing import Any, Literal, TypedDict
from urllib.parse import quote as encoded
from uuid import uuid4

from ._request import Service, request
from .errors import (
    ConflictError,
    FieldnoteError,
    ForbiddenError,
    InvalidError,
    NoAnswerError,
    NotFoundError,
    RateLimitedError,
    UnauthorizedError,
    UnavailableError,
    Violation,
)

__all__ = [
    "ConflictError",
    "Fieldnote",
    "FieldnoteError",
    "ForbiddenError",
    "Guidelines",
    "InvalidError",
    "Item",
    "McpServer",
    "NoAnswerError",
    "NotFoundError",
    "Observation",
    "PostedAnswer",
    "RateLimitedError",
    "Sentiment",
    "Study",
    "UnauthorizedError",
    "UnavailableError",
    "Violation",
]

Sentiment = Literal["very negative", "negative", "neutral", "positive", "very positive"]


class _Item(TypedDict):
    title: str
    description: str


class Item(_Item, total=False):
    """One thing that was observed. `issue` is a number from the guidelines' list of known issues."""

    quote: str
    issue: int


class Observation(_Item):
    id: str
    user_id: str
    interaction_id: str
    source: str
    user_sentiment: Sentiment
    observed_at: str
    created_at: str
    tags: list[Any]


class Study(TypedDict):
    id: str
    question: str
    eligibility_criteria: str
    answer: str | None


class PostedAnswer(TypedDict):
    id: str
    posted_at: str


class _Guidelines(TypedDict):
    observations: str


class Guidelines(_Guidelines, total=False):
    """`research` is there while the project has a study that is running."""

    research: str


class McpServer(TypedDict):
    url: str
    headers: dict[str, str]


class Fieldnote:
    """The calls of an agent, for one project. What is not passed is read from the environment."""

    def __init__(
        self,
        url: str | None = None,
        project_id: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 10.0,
        retries: int = 3,
        max_wait: float = 60.0,
    ) -> None:
        base = _setting(url, "url", "FIELDNOTE_URL").rstrip("/")
        if not base.startswith(("http://", "https://")):
            raise ValueError(f"url is not an address: {base}")
        project = encoded(_setting(project_id, "project_id", "FIELDNOTE_PROJECT_ID"), safe="")
        authorization = f"ApiKey {_setting(api_key, 'api_key', 'FIELDNOTE_API_KEY')}"
        self._service = Service(base, authorization, timeout, retries, max_wait)
        self._path = f"/v1/project/{project}"
        self.mcp: McpServer = {
            "url": f"{base}/mcp/v1/project/{project}/",
            "headers": {"Authorization": authorization},
        }

    def observe(
        self,
        *,
        user: str,
        conversation: str,
        sentiment: Sentiment,
        title: str,
        description: str,
        quote: str | None = None,
        issue: int | None = None,
        observed_at: str | None = None,
        idempotency_key: str | None = None,
    ) -> Observation:
        """Stores one observation: one thing learned about one user in one conversation."""
        item: Item = {"title": title, "description": description}
        if quote is not None:
            item["quote"] = quote
        if issue is not None:
            item["issue"] = issue
        [stored] = self.observe_many(
            user=user,
            conversation=conversation,
            sentiment=sentiment,
            observations=[item],
            observed_at=observed_at,
            idempotency_key=idempotency_key,
        )
        return stored

    def observe_many(
        self,
        *,
        user: str,
        conversation: str,
        sentiment: Sentiment,
        observations: list[Item],
        observed_at: str | None = None,
        idempotency_key: str | None = None,
    ) -> list[Observation]:
        """Stores up to 50 observations about one user and one conversation, all or nothing."""
        body = {
            "user_id": user,
            "interaction_id": conversation,
            "user_sentiment": sentiment,
            "observed_at": observed_at,
            "observations": observations,
        }
        return self._post("observe", "/observations/", body, idempotency_key)["results"]

    def studies(self, user: str) -> list[Study]:
        """The questions to ask this user, with what the user has answered already."""
        path = f"/research/studies/?user_id={encoded(user, safe='')}"
        return self._get("studies", path)["studies"]

    def answer(
        self, *, study: str, user: str, conversation: str, answer: str, idempotency_key: str | None = None
    ) -> PostedAnswer:
        """One answer per user and study; it is final."""
        body = {"user_id": user, "interaction_id": conversation, "answer": answer}
        path = f"/research/studies/{encoded(study, safe='')}/answers/"
        return self._post("answer", path, body, idempotency_key)

    def guidelines(self, user: str | None = None) -> Guidelines:
        """Markdown for the agent: when to post, and how."""
        query = "" if user is None else f"?user_id={encoded(user, safe='')}"
        return self._get("guidelines", f"/service-guidelines/{query}")

    def _get(self, call: str, path: str) -> Any:
        return request(self._service, call, "GET", self._path + path)

    def _post(self, call: str, path: str, body: object, key: str | None) -> Any:
        return request(self._service, call, "POST", self._path + path, body, key or str(uuid4()))


def _setting(given: str | None, name: str, variable: str) -> str:
    """What is missing would otherwise read as a wrong key, much later."""
    value = os.environ.get(variable) if given is None else given
    if value is None or value.strip() == "":
        raise ValueError(f"{name} is missing: pass it, or set {variable}")
    return value
