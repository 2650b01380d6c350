// What the service calls itself.
export const serverInfo = (version: string) => ({ name: 'fieldnote', title: 'Fieldnote', version })
