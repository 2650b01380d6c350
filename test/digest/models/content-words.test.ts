import { expect, test } from 'vitest'
import { contentWords, shareContentWord } from '../../../src/digest/models/content-words.ts'

test.each([
  ['Exports crash', 'the app crashed while exporting'],
  ['Tags are lost', 'my TAG disappeared'],
  ['L’export échoue', 'Échouer à chaque fois'],
  ['Rechnungen fehlen', 'Die Rechnung fehlt seit Montag'],
  ['导出失败', '每次导出都会停止'],
  ['エクスポートが失敗する', 'エクスポートできません'],
])('%s shares a word with %s', (title, text) => {
  expect(shareContentWord(title, text)).toBe(true)
})

test.each([
  ['Dark mode wanted', 'the export stops'],
  ['The problem that users have', 'the users that have a problem'],
  ['深色模式', '每次导出都会停止'],
  ['', 'the export stops'],
])('%s shares nothing with %s', (title, text) => {
  expect(shareContentWord(title, text)).toBe(false)
})

test('leaves out short and empty words', () => {
  expect([...contentWords('It is at the CSV, 2 of 10 reports')]).toEqual(['csv'])
})
