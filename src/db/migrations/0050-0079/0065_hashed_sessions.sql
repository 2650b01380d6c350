-- Sessions are kept under the hash of their token: whoever reads the database cannot make a cookie from it. Those who are
-- signed in stay so, because their browsers hold the token itself.
UPDATE account_session SET token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
