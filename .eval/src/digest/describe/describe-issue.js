// An issue in its observations' own words: a title, a sentence or two, and two or three quotes.
import { byCloseness } from './center.js';
import { chooseQuotes } from './choose-quotes.js';
import { chooseSummary } from './choose-summary.js';
import { chooseTitle } from './choose-title.js';
import { inOneLanguage } from './language.js';
/** Meant for up to some 50 members: of a larger issue, pass the newest. */
export function describeIssue(members, present = null) {
    if (members.length === 0)
        throw new Error('an issue without observations cannot be described');
    const central = byCloseness(members);
    const speaking = inOneLanguage(central);
    const titled = chooseTitle(speaking, present);
    return {
        title: titled.title,
        summary: chooseSummary(speaking, titled),
        quotes: chooseQuotes(central, titled.member),
    };
}
//# sourceMappingURL=describe-issue.js.map