-- What a process sets for each of its connections, and cannot through a pooler in transaction mode (docs/run/scale.md).
ALTER DATABASE fieldnote SET timezone TO 'UTC';
ALTER DATABASE fieldnote SET lock_timeout TO '3s';
ALTER DATABASE fieldnote SET statement_timeout TO '30s';
ALTER DATABASE fieldnote SET idle_in_transaction_session_timeout TO '60s';
