import { describe, expect, it } from 'vitest'
import { detectLanguage } from '../../../../src/digest/features/text/language.ts'

describe('detectLanguage', () => {
  it.each([
    ['I forgot my password', 'en'],
    ['App crash', 'en'],
    ['set a timer', 'en'],
    ["Je n'arrive plus à me connecter depuis hier", 'fr'],
    ['Die App stürzt nach dem Update immer ab und ich kann nicht arbeiten', 'de'],
    ['No puedo entrar en la aplicación desde ayer', 'es'],
    ['Приложение не работает', 'ru'],
    ['アプリが起動しません', 'ja'],
    ['应用程序无法启动', 'zh'],
  ])('reads "%s" as %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language)
  })
})
