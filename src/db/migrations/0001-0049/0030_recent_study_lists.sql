-- Every list of studies that a user was given over MCP, not only the last: two conversations of one user may hold two.
ALTER TABLE study_list ADD COLUMN list text;
UPDATE study_list SET list = md5(study_ids::text);
ALTER TABLE study_list ALTER COLUMN list SET NOT NULL;
ALTER TABLE study_list DROP CONSTRAINT study_list_pkey;
-- By a hash: the lists themselves can be longer than an index takes.
ALTER TABLE study_list ADD PRIMARY KEY (project_id, user_id, list);
-- The order in which lists were given, also within one millisecond.
CREATE SEQUENCE study_list_given;
ALTER TABLE study_list ADD COLUMN given bigint NOT NULL DEFAULT nextval('study_list_given');
ALTER SEQUENCE study_list_given OWNED BY study_list.given;

-- One line about the product, for the agents; null: nothing was written.
ALTER TABLE project ADD COLUMN about text;
