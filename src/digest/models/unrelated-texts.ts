// Texts about unrelated things. Their mean cosine calibrates the scale of an encoder.

export const UNRELATED_TEXTS = [
  'Invoice total is wrong. The tax was added twice on an order with a discount code.',
  'Would like a dark mode. The white screen hurts the eyes in the evening.',
  'Parcel arrived late. It was promised for Tuesday and came a week after that.',
  'How can a second person be invited? The user found no button for it.',
  'Loves the new map. Finding the nearest station takes one tap now.',
  'App crashes when a photo is uploaded. It closes without a message on older phones.',
  'Asks for an export to a spreadsheet, so that the numbers can be shared with the accountant.',
  'Sign-in code never arrives. The user waited an hour and checked the spam folder.',
  'Recipe portions cannot be changed. Cooking for two means doing the sums by hand.',
  'The coach’s plan is too hard after an injury, and there is no way to tell it so.',
  'Praises the support. The answer came within minutes and solved the problem.',
  'Sensor shows the battery as full and dies the next day.',
]
