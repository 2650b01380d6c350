// One-time codes: digits, as figures or words, next to words that tell what they open.
import { type Span, spansOf } from './span.ts'

const CODE_WORDS =
  '(?:\\d|four|six|eight|vier|sechs)-?(?:stellig\\w{0,6} | ?digits? )(?:code|pin)|(?:my|your|his|her|their|our|mein|dein|ihr|mi|tu|su|mon|ton|votre|meu|seu|mio|tuo) (?:[\\p{L}-]{1,12} )?code|(?:door|gate|alarm|lockbox|entry|voicemail|pairing|verification|verify|one[ -]?time|2fa|two[ -]factor|mfa|security|log-?in|sign-?in|authenticat\\w{1,5}|auth|access|sms|reset|backup|recovery|unlock|confirmation) ?-?(?:pass)?(?:codes?|pin|password)|otp|totp|passcode|(?<![\\p{L}])(?:pin|puk|(?:sms|m|push|chip|photo)?-?tan)(?![\\p{L}])|einmalpasswort|authenticator(?: app)?|bestätigungscode|sicherheitscode|einmalcode|anmeldecode|code de (?:vérification|sécurité|confirmation|connexion)|código de (?:verificación|seguridad|verificação|segurança|acceso)|codice di (?:verifica|sicurezza)|verificatiecode|kod weryfikacyjny|код (?:подтверждения|из смс)|验证码|確認コード|認証コード|인증 ?번호|인증 ?코드'
const DIGIT_WORDS =
  'zero|oh|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|un|deux|trois|quatre|cinq|sept|huit|neuf|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve'
const CODE_VALUE = `([A-Z]-\\d{4,8}|\\d{3}[ -]\\d{3}|\\d{4,8}[#*]?|\\d(?:[ -]\\d){3,7}|\\d\\d(?:[ -]\\d\\d){1,3}|[A-Z0-9]{3,6}(?:-[A-Z0-9]{3,6}){1,7}|(?:(?:${DIGIT_WORDS})[ ,-]{1,2}){3,7}(?:${DIGIT_WORDS}))(?![A-Za-z\u00C0-\u024F\\d%]|[.,:/-]\\d)`
const CODE = new RegExp(
  `(?:${CODE_WORDS})["'”»]?(?:[ :=#("'“«\`-]{1,3}(?!\\d)[\\p{L}'’]{1,12}){0,5}?[ ,:：はが는은是为=#("'“«\`-]{0,3}${CODE_VALUE}`,
  'giu',
)
/** "The code they texted me, 482913". */
const SENT_CODE = new RegExp(
  `(?<![\\p{L}])(?:code|código|codice|kod|код)(?![\\p{L}])(?: [\\p{L}'’]{1,12}){0,4} (?:sent|texted|emailed|got|received|sms|text|app|authenticator|e-?mail|mail|is|was|lautet|ist|est|es)(?: [\\p{L}'’]{1,8}){0,3}[ ,:"'“(]{1,3}${CODE_VALUE}`,
  'giu',
)
/** "Code: 482 913" */
const CODE_GIVEN =
  /(?<!\p{L})(?:code|código|codice|kod|код)(?: [\p{L}'’]{1,12}){0,3} ?: ?(\d{6}|\d{3}[ -]\d{3})(?![A-Za-z\d%]|[.,:/-]\d)/giu
/** "482913 is your code." */
const YOUR_CODE =
  /(?<![A-Za-z\d.,:/-])([A-Z]-\d{4,8}|\d{4,8}|\d{3}[ -]\d{3}) (?:is|ist|est|es|è|é) (?:your|my|the|dein|ihr|der|votre|ton|tu|su|el|il|tuo|o|seu)(?: [\p{L}\d'’-]{1,20}){0,3} (?:\p{L}{0,20}code|código|codice|otp|pin)(?!\p{L})/giu
export const CODE_STEMS =
  /code|otp|authent|einmal|(?:pin|puk|tan)(?![a-z])|password|código|codice|kod|код|验证码|コード|번호/
const SPELLED_DIGITS = new RegExp(`^(?:${DIGIT_WORDS})[ ,-]`, 'i')
/** Public codes. */
const OTHER_CODES =
  /(?:error|exit|status|http|response|zip|postal|post|country|area|dial\w{0,6}|product|promo\w{0,12}|discount|coupon|voucher|bar|qr|source|order|booking|reservation|tracking|tax|sort|bank|swift|item|part|fault|return|reason|color|colour|fehler|erreur|gift|referral|invite|error)[ -]?codes?|errno/i
/** False for public codes, such as those of errors. */
const opens = (candidate: string, { before }: { before: string }): boolean =>
  !OTHER_CODES.test(before) &&
  !/^(?:19|20)\d\d$/.test(candidate) &&
  (/\d/.test(candidate) || SPELLED_DIGITS.test(candidate))

export const findCodes = (text: string): Span[] =>
  [CODE, SENT_CODE, CODE_GIVEN, YOUR_CODE].flatMap((pattern) => spansOf(text, 'secret', pattern, opens))
