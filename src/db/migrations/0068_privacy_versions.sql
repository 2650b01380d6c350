-- Agents are told what is redacted: the text that processes keep in memory changes with the settings.
CREATE TRIGGER project_privacy_changes AFTER INSERT OR UPDATE OR DELETE ON project_privacy
  FOR EACH ROW EXECUTE FUNCTION raise_project_version();
