// What an agent's own instructions should say, and how it learns who the user is.

/** For agents built in code: the parts in braces are filled in for each conversation. */
export const SYSTEM_PROMPT = `You have Fieldnote tools for passing on what you learn about users. At the start of each conversation call get_service_guidelines once and follow it.
In every Fieldnote call use user_id "{user_id}" and interaction_id "{conversation_id}".`

export const SYSTEM_PROMPT_NOTE =
  'Replace the values in braces when you start a conversation. user_id is your own ID for the person, the same every time, such as a database ID: not an email address or a name. conversation_id is your ID for this thread, session, or ticket.'
