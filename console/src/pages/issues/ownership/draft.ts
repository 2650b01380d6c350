// Keeps an unsent comment in this tab, so that a reload, a wrong click or a colleague's comment loses nothing.
import { useState } from 'react'

export function useDraft(key: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  const write = (next: string) => {
    if (next === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next)
    setText(next)
  }
  return {
    text,
    write,
    /** Deletes the sent draft, but keeps what was written since. Works after leaving the page, too. */
    clear: (sent: string) => sessionStorage.getItem(key) === sent && write(''),
  }
}
