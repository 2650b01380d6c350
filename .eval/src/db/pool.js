// The connection pool, and the one way to run a transaction.
import pg from 'pg';
// Otherwise dates travel with the local offset cut to whole minutes, which old time zones do not keep to.
pg.defaults.parseInputDatesAsUTC = true;
export function createPool(connection, size) {
    const pool = new pg.Pool({
        ...connection,
        max: size,
        options: '-c timezone=UTC',
        application_name: 'fieldnote',
        connectionTimeoutMillis: 5_000,
        statement_timeout: 30_000,
        idle_in_transaction_session_timeout: 60_000,
    });
    // An idle connection that breaks (server restart) must not end the process: the pool replaces it.
    pool.on('error', () => { });
    // Nor may one that is lent out and between two statements: whoever has it is told by the next.
    pool.on('connect', (client) => client.on('error', () => { }));
    return pool;
}
export async function inTransaction(db, work) {
    const client = await db.connect();
    try {
        await client.query('BEGIN');
        const result = await work(client);
        await client.query('COMMIT');
        client.release();
        return result;
    }
    catch (error) {
        await rollBack(client);
        throw error;
    }
}
async function rollBack(client) {
    try {
        await client.query('ROLLBACK');
        client.release();
    }
    catch (error) {
        client.release(error); // the connection is gone: the pool must not hand it out again
    }
}
/** The database could not be reached, or went away: the caller may try again. */
export function isUnreachable(error) {
    const { code, message } = error;
    return (UNREACHABLE.has(code ?? '') || /^(Connection terminated|timeout exceeded when trying)/.test(message ?? ''));
}
const UNREACHABLE = new Set([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    '57P01', // admin_shutdown
    '57P02', // crash_shutdown
    '57P03', // cannot_connect_now
    '08006',
    '08001',
    '53300', // too_many_connections
]);
//# sourceMappingURL=pool.js.map