-- The address of the tracker's own form for a new ticket, with places for the words of an issue; null: none.
ALTER TABLE project ADD COLUMN ticket_template text;
