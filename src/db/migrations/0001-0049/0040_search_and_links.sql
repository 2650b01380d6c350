-- Search that forgives: issues by any form or beginning of a word, users by any part of their id, both also when mistyped.
-- The extension comes with PostgreSQL, and the owner of a database may add it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Apart from the issue, so that a new count does not index its words again. Goes with the issue, and with its words.
CREATE TABLE issue_search (
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  words text NOT NULL,
  document tsvector NOT NULL,
  PRIMARY KEY (project_id, issue_id),
  FOREIGN KEY (project_id, issue_id) REFERENCES issue ON DELETE CASCADE
);
CREATE INDEX issue_search_document ON issue_search USING gin (document);

CREATE FUNCTION issue_document(words text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT to_tsvector('simple', words) || to_tsvector('english', words) || to_tsvector('french', words)
    || to_tsvector('german', words) || to_tsvector('spanish', words)
$$;
CREATE FUNCTION issue_search_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO issue_search (project_id, issue_id, words, document)
  VALUES (NEW.project_id, NEW.id, NEW.title || ' ' || NEW.summary, issue_document(NEW.title || ' ' || NEW.summary))
  ON CONFLICT (project_id, issue_id) DO UPDATE SET words = excluded.words, document = excluded.document;
  RETURN NULL;
END $$;
CREATE TRIGGER issue_worded AFTER INSERT ON issue FOR EACH ROW EXECUTE FUNCTION issue_search_keep();
CREATE TRIGGER issue_reworded AFTER UPDATE OF title, summary ON issue FOR EACH ROW
  WHEN (OLD.title <> NEW.title OR OLD.summary <> NEW.summary) EXECUTE FUNCTION issue_search_keep();

INSERT INTO issue_search
SELECT project_id, id, title || ' ' || summary, issue_document(title || ' ' || summary) FROM issue;
DROP INDEX issue_text;

CREATE INDEX project_user_part ON project_user USING gin (user_id gin_trgm_ops);

-- Where the team reads the conversation behind a note: an address with {interaction_id} in it; null: nowhere.
ALTER TABLE project ADD COLUMN interaction_url text;
