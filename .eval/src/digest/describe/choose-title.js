// The member title that names an issue best: of a central observation, short, and not about one person.
import { matterWords, sharedBy } from './center.js';
import { circumstancesIn } from './circumstances.js';
import { countWords } from './sentences.js';
import { shorten } from './wording.js';
const LONGEST_TITLE = 120;
const SHORTEST_WORDS = 3;
const LONGEST_WORDS = 12;
// Against the closeness, a cosine. The title of the observation nearest to the center is itself 97 % as near to it as
// the nearest title of all; words that others use add a little, the rest is for the reader's sake.
const SHARED_WORDS = 0.1;
const CIRCUMSTANCES = 0.07;
const WORD_TOO_FEW = 0.05;
const WORD_TOO_MANY = 0.02;
/** Who tells it instead of what it is: "User asks about …". */
const TELLS_OF_TELLER = 0.03;
const TELLER = /^(?:the )?(?:users?|customers?|clients?|guests?|caller|owner|he|she|they|someone)\b/i;
/** How much better another title must be before it replaces the one that people know. */
const CLEARLY_BETTER = 0.06;
/** The present title stays while a member bears it and no other is clearly better. */
export function chooseTitle(members, present) {
    const rated = members.map((member) => ({ member, worth: worthOf(member, members) }));
    const best = rated.reduce((one, other) => (other.worth > one.worth ? other : one));
    const known = rated.find(({ member }) => titleOf(member) === present);
    const { member } = known && best.worth - known.worth < CLEARLY_BETTER ? known : best;
    return { title: titleOf(member), member };
}
const titleOf = ({ note }) => shorten(note.title, LONGEST_TITLE);
function worthOf(member, members) {
    const { title, language } = member.note;
    const others = members.filter((other) => other !== member).map(({ words }) => words);
    const count = countWords(title);
    return (member.closeness +
        SHARED_WORDS * sharedBy(matterWords(title, language), others) -
        CIRCUMSTANCES * circumstancesIn(title) -
        WORD_TOO_FEW * Math.max(0, SHORTEST_WORDS - count) -
        WORD_TOO_MANY * Math.max(0, count - LONGEST_WORDS) -
        (TELLER.test(title) ? TELLS_OF_TELLER : 0));
}
//# sourceMappingURL=choose-title.js.map