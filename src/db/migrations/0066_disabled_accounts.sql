-- A disabled account keeps its name and its memberships, and lets nobody in.
ALTER TABLE account_user ADD COLUMN disabled_at timestamptz(3);
