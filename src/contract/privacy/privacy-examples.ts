// Examples of privacy settings, shown in the OpenAPI document.

export const PRIVACY_UPDATE = {
  redact: ['email', 'phone', 'card', 'iban', 'ip', 'secret'],
  patterns: [{ name: 'customer-number', pattern: '\\bCUST-\\d{6}\\b' }],
  retention_days: 365,
}

export const PRIVACY = { ...PRIVACY_UPDATE, redacted: [{ kind: 'email', count: 12 }] }

export const REDACTION_TEST = { text: 'Call me on +49 171 1234567.', redact: ['phone'] }

export const REDACTION_TESTED = { text: 'Call me on [phone].' }
