-- needs: 0094
-- What issues are searched by is kept by the statements that word them.
DROP TRIGGER issue_worded ON issue;
DROP TRIGGER issue_reworded ON issue;
DROP FUNCTION issue_search_keep();
