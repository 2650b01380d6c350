-- What the digest moved and merged by itself is deleted by its age.
CREATE INDEX audit_log_of_moves ON audit_log (at) WHERE actor = 'machine' AND action IN ('observation.moved', 'issue.merged');
