// Loaded into the processes that run tests, never by the program: scrypt with a cost of 2 in place of 16,384. Nearly every
// file makes accounts and signs them in, and the two hashes of each took 0.3 s of processor time.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto
crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 2 }, done)
syncBuiltinESMExports()
