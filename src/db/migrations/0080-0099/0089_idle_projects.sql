-- Workers look for projects with work to do four times a second or more: they find those, instead of asking every project.
CREATE INDEX digest_state_by_model ON digest_state (model);
CREATE INDEX digest_state_requeued ON digest_state (project_id) WHERE requeued_to IS NOT NULL;
