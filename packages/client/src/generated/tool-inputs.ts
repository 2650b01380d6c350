// Generated from the OpenAPI document by `npm run client:generate`; not edited by hand.

export const TOOL_INPUTS = {
  getServiceGuidelines: { type: 'object', required: [], properties: {} },
  getActiveStudies: { type: 'object', required: [], properties: {} },
  postObservations: {
    type: 'object',
    required: ['user_sentiment', 'observations'],
    properties: {
      user_sentiment: {
        type: 'string',
        description: 'How the user feels in this interaction, judged once for the whole batch.',
        enum: ['very negative', 'negative', 'neutral', 'positive', 'very positive'],
      },
      observations: {
        type: 'array',
        description: 'What was observed in this interaction: 1 to 50 items, one per distinct fact.',
        items: {
          type: 'object',
          description: 'One observation. Batch fields such as user_id do not belong here.',
          required: ['title', 'description'],
          properties: {
            title: {
              type: 'string',
              description:
                'One line of plain text that names the single thing observed. At most 500 characters.',
            },
            description: {
              type: 'string',
              description:
                'Plain prose with the context: what happened, why it mattered to the user, how to reproduce it when that applies. At most 32,768 characters.',
            },
            quote: {
              type: 'string',
              description:
                'The sentence of theirs that says it best, word for word. Leave it out when they said nothing worth quoting, and never put your own words here. At most 500 characters.',
            },
            issue: {
              type: 'integer',
              description:
                'Only when the guidelines list known issues and you are sure that this is one of them: its number. A number that no issue has is ignored, and every number where the guidelines list none.',
            },
          },
        },
      },
    },
  },
  postResearchAnswer: {
    type: 'object',
    required: ['study_id', 'answer'],
    properties: {
      study_id: { type: 'string', description: 'The id of the study, as get_active_studies gave it.' },
      answer: {
        type: 'string',
        description:
          'What the user meant, in plain prose, without your interpretation. At most 32,768 characters.',
      },
    },
  },
} as const
