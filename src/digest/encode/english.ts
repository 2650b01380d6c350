// Whether the encoder, which knows English only, can make sense of a text.
import { detectLanguage } from '../features/text/language.ts'

/**
 * Least fluency by length. From 50 characters on, 99 % of English and about 5 % of French reviews lie above;
 * shorter texts vary more, and there about half of the French ones do: function words must catch those.
 */
const leastFluency = (length: number): number => (length < 20 ? -4.5 : length < 50 ? -3.2 : -2.7)

export const readsAsEnglish = (text: string, fluency: number): boolean =>
  detectLanguage(text) === 'en' && fluency >= leastFluency(text.length)
