-- What people did, without the digest's own merges and reopenings between it, and those alone.
CREATE INDEX audit_log_of_people ON audit_log (project_id, id) WHERE actor <> 'machine';
CREATE INDEX audit_log_of_machine ON audit_log (project_id, id) WHERE actor = 'machine';
