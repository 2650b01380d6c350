-- Where the team reads the conversation behind a note: an address with {interaction_id} in it; null: nowhere.
ALTER TABLE project ADD COLUMN interaction_url text;
