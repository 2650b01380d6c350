// What is being written, kept in this tab until it is sent: a reload, a wrong click or a colleague's comment loses nothing.
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
    /** What was sent is no draft any more; what was written meanwhile is. Also when the page has been left. */
    clear: (sent: string) => sessionStorage.getItem(key) === sent && write(''),
  }
}
