-- The words of an issue's title are marked as such: an issue whose title has what is searched for comes first.
CREATE OR REPLACE FUNCTION issue_search_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO issue_search (project_id, issue_id, words, document)
  VALUES (NEW.project_id, NEW.id, NEW.title || ' ' || NEW.summary,
    setweight(issue_document(NEW.title), 'A') || issue_document(NEW.summary))
  ON CONFLICT (project_id, issue_id) DO UPDATE SET words = excluded.words, document = excluded.document;
  RETURN NULL;
END $$;
UPDATE issue_search SET document = setweight(issue_document(title), 'A') || issue_document(summary)
FROM issue WHERE issue.project_id = issue_search.project_id AND issue.id = issue_search.issue_id;
