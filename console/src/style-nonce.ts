// The page's policy allows style elements only with this nonce, which libraries find here.
const element = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

export const styleNonce = element?.nonce ?? ''

// Where the scroll lock of dialogs looks for it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
