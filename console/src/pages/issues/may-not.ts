// Says why a key does nothing.
import { sayDone } from '../../components/notices.tsx'

export const sayViewersMayNot = (): void =>
  sayDone('You have view-only access to this project. Ask an owner to make you an editor to change issues.')
