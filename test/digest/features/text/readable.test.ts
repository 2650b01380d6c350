import { describe, expect, it } from 'vitest'
import { readable } from '../../../../src/digest/features/text/readable.ts'

const read = (description: string): string[] =>
  readable({ title: 'A title', description }).description.split('\n')

describe('what speaks for a note', () => {
  it('is what somebody filled into a form, not what was printed on it', () => {
    const form = `<!-- Thank you for taking the time!
      Have you searched for duplicates? -->
### Is there an existing issue for this?

- [x] I have searched the existing issues

### Describe the bug

Saving a page twice drops its footnotes.

### Steps to reproduce

1. Open a page with footnotes
2. Save it twice

### Environment

- OS: Ubuntu 24.04
- Browser: Firefox 141

### Additional context

_No response_

<details><summary>System info</summary>

|Item|Value|
|---|---|
|CPUs|8 x 2.3 GHz|
</details>`

    expect(read(form)).toEqual([
      'Saving a page twice drops its footnotes.',
      '1. Open a page with footnotes',
      '2. Save it twice',
    ])
  })

  it('is the fault and the first function of a trace, whatever language it is from', () => {
    const java = `Export stops at half.
java.lang.IllegalStateException: cursor is closed
\tat java.base/java.util.ArrayList.get(ArrayList.java:427)
\tat org.example.export.RowWriter.next(RowWriter.java:81)
\tat org.example.export.Exporter.run(Exporter.java:33)
Caused by: java.io.IOException: connection reset
\t... 12 more`
    const python = `The nightly job fails:
\`\`\`
Traceback (most recent call last):
  File "/srv/app/jobs/nightly.py", line 12, in main
    run(load())
  File "/srv/app/jobs/load.py", line 40, in load_rates
    raise RateError("no rate for " + day)
jobs.load.RateError: no rate for 2026-01-01
\`\`\``
    const script = `TypeError: Cannot read properties of undefined (reading 'total')
    at Cart.total (webpack:///src/cart.js:10:7)
    at async checkout (webpack:///src/checkout.js:2:1)`

    expect(read(java)).toEqual([
      'Export stops at half.',
      'IllegalStateException: cursor is closed',
      'IOException: connection reset',
      'RowWriter.next',
    ])
    expect(read(python)).toEqual([
      'The nightly job fails:',
      'RateError: no rate for 2026-01-01',
      'load_rates',
    ])
    expect(read(script)).toEqual([
      "TypeError: Cannot read properties of undefined (reading 'total')",
      'Cart.total',
    ])
  })

  it('is the first faults of a log, without times and levels', () => {
    const log = `Sync never ends.
2026-03-04 10:11:12,345 INFO  [main] Sync started
2026-03-04 10:11:13,001 ERROR [worker-2] Upload of notes.db failed: quota exceeded (E4031)
2026-03-04 10:11:13,002 INFO  [main] Sync will be tried again
It worked last week.`

    expect(read(log)).toEqual([
      'Sync never ends.',
      'Upload of notes.db failed: quota exceeded (E4031)',
      'It worked last week.',
    ])
  })

  it('keeps what code and commands are about, and prose that stands in a fence', () => {
    expect(
      read('Fails on load:\n```ts\nconst db = openStore(config.cachePath)\nawait db.readAll()\n```'),
    ).toEqual(['Fails on load:', 'openStore config.cachePath db.readAll'])
    expect(read('Hangs:\n```\n$ example sync --all-branches\nreading\n```')).toEqual([
      'Hangs:',
      'example sync --all-branches',
    ])
    expect(read('```\nThe list is empty after the second search.\n```')).toEqual([
      'The list is empty after the second search.',
    ])
  })

  it('leaves quoted mail, signatures and footers out', () => {
    const mail = `The invoice still shows the old address.

On Tue, Mar 3, 2026 at 9:14 Help <help@example.com> wrote:
> Please try again tomorrow.
> We changed it.

Kind regards,
Office of the garden center
+00 555 0100
Sent from my iPhone`

    expect(read(mail)).toEqual(['The invoice still shows the old address.'])
  })

  it('leaves addresses, hashes and browsers out, also within a line, and keeps what names something', () => {
    const line = `User Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:91.0) Gecko/20100101 Firefox/91.0 Build ID: 20210804193234 Steps to reproduce: Opened https://www.example.com/docs/a81fbc/import-guide?x=1 and pasted 3f2504e0-4f89-11d3-9a0c-0305e82c3301. Error 0x80070005 in C:\\Users\\me\\AppData\\Local\\Store\\notes.dll since 4.2.1.`

    expect(read(line)).toEqual([
      'Opened import-guide and pasted . Error 0x80070005 in notes.dll since 4.2.1.',
    ])
  })

  it('says once what a log without line breaks says again and again', () => {
    const steps = [
      'open',
      'read',
      'write',
      'flush',
      'close',
      'sweep',
      'count',
      'send',
      'wait',
      'end',
      'stop',
      'list',
    ]
    const log = steps.map((step) => `task info org example page test ${step}`).join(' ')

    const [said] = read(log)

    expect(said).toBe(`task info org example page test ${steps.join(' ')}`)
  })

  it.each([
    [
      'English',
      'Exports stop at 10,000 rows, and nobody is told. She noticed a week later; settings/export says nothing.',
    ],
    [
      'German',
      'Die Rechnung wurde doppelt verschickt.\nDer Kunde bekam sie am Montag, und noch einmal am Dienstag.',
    ],
    ['French', 'Le remboursement n’est jamais arrivé :\n- deux demandes ;\n- aucune réponse ;'],
    ['Spanish', '¿Por qué se cierra la sesión?\nNo puedo entrar desde ayer.'],
    ['Portuguese', 'O aplicativo não abre. Já reinstalei duas vezes, e nada.'],
    ['Italian', 'Il grafico è vuoto: nessun dato dopo l’aggiornamento.'],
    ['Dutch', 'De knop doet niets.\nOok niet na opnieuw starten!'],
    ['Polish', 'Aplikacja zamyka się przy zapisywaniu zdjęć.'],
    ['Russian', 'Приложение не работает.\nПосле обновления всё пропало.'],
    ['Japanese', 'ログインできません。\nパスワードを再設定しても同じ画面に戻ります。'],
    ['Chinese', '应用程序无法启动。重新安装也没有用。'],
    ['Korean', '로그인이 되지 않습니다. 비밀번호를 바꿔도 같습니다.'],
    ['what looks like markup', 'The closing </a> vanishes. Use a < b and c > d; <T> is generic.'],
    ['short questions', 'It hangs.\nDid you change the login?\nNobody knows.'],
  ])('is all of it where it is plain text: %s', (_, description) => {
    const title = 'ERR-4031: Cart.total is 0.00 on /v1/orders'

    expect(readable({ title, description })).toEqual({ title, description })
  })

  it('is the note as it is where nothing would be left', () => {
    const only = { title: '2026', description: '> reads like a quote\n> and is one' }

    expect(readable(only)).toEqual(only)
  })
})
