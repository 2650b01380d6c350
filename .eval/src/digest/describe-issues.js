// Titles, summaries, kinds and severities of the issues that a batch touched, from their newest members.
import { SENTIMENTS } from '../contract/labels.js';
import { selectNewestMembers } from '../db/issues/issue-members.js';
import { saveDescriptions, selectStaleDescriptions, } from '../db/issues/issues.js';
import { describeIssue } from './describe/describe-issue.js';
import { rateSeverity } from './describe/severity.js';
import { decodeVector } from './group/vector.js';
import { kindOfIssue } from './kinds/kind.js';
const NEIGHBORS = 5;
const MEMBERS = 24; // enough to find the center of; their pairwise comparison stays below a millisecond or two
/** Returns the issues whose description had fallen behind. */
export async function describeIssues(tx, deps, work) {
    const { projectId, memory, issueIds } = work;
    const stale = await selectStaleDescriptions(tx, projectId, issueIds, deps.now());
    const ids = stale.map((issue) => issue.id);
    const members = await selectNewestMembers(tx, projectId, ids, MEMBERS);
    const descriptions = stale.flatMap((facts) => {
        const own = members.filter((member) => member.issue_id === facts.id);
        return own.length > 0 ? [describe(facts, own, memory)] : [];
    });
    await saveDescriptions(tx, projectId, descriptions, deps.now());
    return ids;
}
function describe(facts, members, { table }) {
    const { title, summary, quotes } = describeIssue(memberNotes(members), titleToKeep(facts));
    const kind = judgedKind(facts, kindOfIssue(members.map(({ kind }) => kind)));
    const { severity, reasons } = severityOf(facts, members, kind);
    return {
        id: facts.id,
        title,
        summary,
        quotes: quotes.map(({ observationId, text }) => ({ observation_id: observationId, text })),
        kind,
        severity,
        severity_reasons: reasons,
        neighbours: table
            .neighbors(facts.id, NEIGHBORS)
            .map(({ issueId, score }) => ({ issue_id: issueId, score })),
    };
}
/** Vectors of another model than the newest member's cannot be compared with its own. */
function memberNotes(members) {
    const newest = members.reduce((one, other) => (other.observation_id > one.observation_id ? other : one));
    return members.map((member) => ({
        id: member.observation_id,
        userId: member.user_id,
        title: member.title,
        description: member.description,
        language: member.language,
        vector: member.model === newest.model && member.meaning ? decodeVector(member.meaning) : null,
    }));
}
/** A title that people have seen is not exchanged for one that is hardly better. */
const titleToKeep = ({ title, title_by, described_count }) => title_by === 'machine' && described_count > 0 ? title : null;
/** Who set a severity did not mean praise. */
function judgedKind({ kind, kind_by, severity_by }, found) {
    if (kind_by === 'person' || (severity_by === 'person' && found === 'praise'))
        return kind;
    return found;
}
function severityOf(facts, members, kind) {
    const negative = SENTIMENTS.reduce((sum, label, index) => (label.includes('negative') ? sum + (facts.sentiment_counts[index] ?? 0) : sum), 0);
    return rateSeverity({
        kind,
        texts: members.map(({ title, description }) => `${title}\n${description}`),
        observations: facts.observation_count,
        users: facts.user_count,
        projectUsers: facts.project_users,
        negative,
        lastWeek: facts.last_week,
        weekBefore: facts.week_before,
    });
}
//# sourceMappingURL=describe-issues.js.map