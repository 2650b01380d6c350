// Values shared by all examples of the OpenAPI document, which tell one story. Tests check each example against its
// schema.

export const EXAMPLE_TIME = '2026-03-14T09:30:02.518Z'

export const exampleId = (last: number): string => `0199c0de-7a11-7000-8000-${String(last).padStart(12, '0')}`
