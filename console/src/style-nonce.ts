// The page's policy takes style elements only with this nonce; libraries that make some find it here.
const element = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

export const styleNonce = element?.nonce ?? ''

// Where the scroll lock of dialogs looks for it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
