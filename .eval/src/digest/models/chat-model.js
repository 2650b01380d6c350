// Titles, summaries and the uncertain band, by an OpenAI-compatible chat server; every answer is checked.
import { clipped, DESCRIBE, prompt, SAME_MATTER } from './chat-prompt.js';
import { shareContentWord } from './content-words.js';
import { cutText } from './cut-text.js';
import { contentOf, objectIn, oneLine } from './model-answer.js';
import { createModelEndpoint } from './model-endpoint.js';
import { ModelFault, nonsense } from './model-fault.js';
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const MAX_QUOTES = 12;
const MAX_TITLE = 120;
const MAX_SUMMARY = 600;
// From what is wished for to what every server takes: LM Studio refuses json_object, the reasoning models of
// OpenAI refuse a temperature.
const EXTRAS = [{ temperature: 0, response_format: { type: 'json_object' } }, { temperature: 0 }, {}];
export function createChatModel(settings) {
    const ask = createAsk(createModelEndpoint(settings, 'chat/completions'), settings.model);
    return {
        id: `remote:${settings.model}`,
        async sameMatter(observation, candidates) {
            if (candidates.length === 0)
                return { same: null };
            const lettered = candidates.slice(0, LETTERS.length);
            const data = { observation: clipped(observation), candidates: lettered.map(withLetter) };
            return { same: chosen(lettered, (await ask(prompt(SAME_MATTER, data))).same) };
        },
        async describe(quotes) {
            if (quotes.length === 0)
                throw new RangeError('describe needs a quote');
            const shown = quotes.slice(0, MAX_QUOTES).map(clipped);
            return checkedDescription(await ask(prompt(DESCRIBE, { quotes: shown })), shown);
        },
    };
}
/** Asks with as many extras as the server has been seen to take. */
function createAsk(endpoint, model) {
    let taken = 0;
    async function complete(messages, level) {
        try {
            const completion = await endpoint({ model, messages, ...EXTRAS[level] });
            // Remembered only once it helped: a 400 may as well be about the text.
            taken = Math.max(taken, level);
            return completion;
        }
        catch (error) {
            if (!refusesRequest(error) || level + 1 >= EXTRAS.length)
                throw error;
            return complete(messages, level + 1);
        }
    }
    return async (messages) => objectIn(contentOf(await complete(messages, taken)));
}
const refusesRequest = (error) => error instanceof ModelFault && (error.status === 400 || error.status === 422);
// Ids stay here: a model that never sees one cannot be talked into naming one.
const withLetter = ({ title, summary }, index) => ({
    letter: LETTERS[index],
    title: cutText(title, 300),
    summary: cutText(summary, 600),
});
function chosen(lettered, same) {
    if (same === null || same === 'none')
        return null;
    const candidate = typeof same === 'string' ? lettered[LETTERS.indexOf(same.trim())] : undefined;
    if (!candidate)
        throw nonsense('the model chose none of the candidates, nor "none"');
    return candidate.id;
}
function checkedDescription(answer, quotes) {
    const title = oneLine(answer.title, MAX_TITLE);
    const summary = oneLine(answer.summary, MAX_SUMMARY);
    const source = quotes.map((quote) => `${quote.title}\n${quote.description}`).join('\n');
    if (!shareContentWord(title, source))
        throw nonsense('the title has no word of the quotes');
    return { title, summary };
}
//# sourceMappingURL=chat-model.js.map