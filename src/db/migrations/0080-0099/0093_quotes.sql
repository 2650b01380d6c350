-- The user's own words, where an agent passes them on. Not named quote: the version before calls an issue's quotes so where it looks for
-- their observations.
ALTER TABLE observation ADD COLUMN user_quote text;
ALTER TABLE import_row ADD COLUMN quote text;
