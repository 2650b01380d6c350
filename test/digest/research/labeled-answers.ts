// Answers to three questions, labeled by hand: which theme each belongs to.
// A theme of null is an answer of its own. Written for this purpose, before any threshold was chosen; the held-out ones
// were written and scored after it was.

type LabeledAnswer = { answer: string; theme: string | null }
export type LabeledStudy = { question: string; answers: LabeledAnswer[] }

type Group = [theme: string | null, answers: string[]]

const study = (question: string, groups: Group[]): LabeledStudy => ({
  question,
  // Dealt out in turns, as answers come: no theme arrives all at once.
  answers: groups
    .flatMap(([theme, answers]) => answers.map((answer, turn) => ({ turn, answer, theme })))
    .sort((one, other) => one.turn - other.turn)
    .map(({ turn: _, ...labeled }) => labeled),
})

export const LABELED_STUDIES: LabeledStudy[] = [
  study('What makes people export their data?', [
    [
      'accountant',
      [
        'Sends the file to an external accountant twice a month, "she would never log in anywhere".',
        'The tax adviser wants a spreadsheet at the end of every quarter.',
        'My bookkeeper asks for the numbers as a file, so I export them for her each month.',
        'For the accountant. She imports it into her own program.',
        'Exports at year end because the accountant needs everything for the tax return.',
        'The tax office consultant only accepts files, so it goes out to him every quarter.',
      ],
    ],
    [
      'backup',
      [
        'Keeps a copy on an own disk in case the service goes away.',
        'As a backup. I once lost everything with another provider and never again.',
        'Wants a safety copy at home every Friday, just in case something is lost.',
        'I store an archive copy of all of it offline once a month, to be safe.',
        'Backs everything up to a local drive, since one never knows with the cloud.',
      ],
    ],
    [
      'charts',
      [
        'The built-in charts are too limited, so the numbers go into Excel to draw proper ones.',
        'Makes own graphs in a spreadsheet because the reports here cannot compare two years.',
        'Your reports do not show the margin, I have to build the chart myself in Excel.',
        'Cannot group by customer in the reports, so exports and makes pivot tables instead.',
        'The dashboard is not flexible enough; pivot tables in Excel do what the reports cannot.',
      ],
    ],
    [
      'boss',
      [
        'The manager wants a weekly summary by email and has no login.',
        'Has to present the figures to the board, who only look at slides.',
        'My boss asks for the weekly numbers in an email every Monday.',
        'For the monthly meeting: management gets a printed overview.',
      ],
    ],
    [null, ['Has never exported anything and did not know that one can.']],
  ]),
  study('Why did you choose the yearly or the monthly plan?', [
    [
      'cheaper',
      [
        'Yearly, because two months are free that way.',
        'The annual plan is cheaper over the year, it was an easy decision.',
        'Took the yearly one for the discount of about twenty percent.',
        'Saves money: paying once a year costs less than twelve times a month.',
        'Yearly, for the lower price.',
      ],
    ],
    [
      'try first',
      [
        'Monthly, to try it out first before committing.',
        'Wanted to test it for a few weeks, so monthly for now.',
        'Did not know yet whether it fits, and monthly lets me stop any time.',
        'Monthly, because I want to be able to cancel if it does not work out.',
        'Not sure we will stay. Monthly keeps the door open.',
      ],
    ],
    [
      'cash flow',
      [
        'Could not afford the whole year at once, the cash is tight in winter.',
        'A large payment up front is too much for a small shop like ours.',
        'The yearly sum at once hurts; smaller payments each month are all we can manage.',
        'We do not have that much money on the account at one time.',
      ],
    ],
    [
      'one invoice',
      [
        'One invoice a year is less paperwork than twelve.',
        'Yearly, since bookkeeping only has to handle a single bill.',
        'Our finance department prefers one invoice per year to monthly receipts.',
        'Fewer receipts to file: one payment and done for the year.',
      ],
    ],
    [null, ['A colleague set it up, and he has left the company.']],
  ]),
  study('What almost kept you from signing up?', [
    [
      'price',
      [
        'The price. It is twice what the old tool cost.',
        'Found it expensive compared with the competition.',
        'Too expensive for a one-person business at first sight.',
        'It costs more than I wanted to spend on software.',
      ],
    ],
    [
      'migration',
      [
        'Was afraid of moving ten years of old data over.',
        'The import of the existing customers looked like a lot of work.',
        'Did not want to lose the history from the previous program when switching.',
        'Moving all our records from the old system seemed painful.',
      ],
    ],
    [
      'security',
      [
        'Worried where the data is stored and who can read it.',
        'Data protection: it was not clear whether the servers are in Europe.',
        'Was not sure that customer data would be safe in the cloud.',
        'Security concerns, our privacy officer had many questions about the servers.',
      ],
    ],
    [
      'nothing',
      [
        'Nothing really, signing up was quick and pleasant.',
        'No hesitation at all, a friend had recommended it warmly.',
        'Nothing, I loved it from the first minute.',
        'There was no obstacle, it was easy and went great.',
      ],
    ],
    [null, ['The form asked for a fax number, which felt like 1995.']],
  ]),
]

export const HELD_OUT_STUDIES: LabeledStudy[] = [
  study('What do you use the mobile app for?', [
    [
      'receipts',
      [
        'Taking photos of receipts on the road.',
        'Scanning receipts right after lunch, before they get lost.',
        'I photograph every fuel receipt with it.',
        'Snaps a picture of each bill at the till.',
        'For capturing receipts with the camera.',
      ],
    ],
    [
      'balance',
      [
        'Checking in the morning whether somebody has paid.',
        'Looks at the account balance on the train.',
        'A quick look at which invoices were paid today.',
        'To see incoming payments while away from the desk.',
      ],
    ],
    [
      'time tracking',
      [
        'Starts the timer when arriving at a client and stops it when leaving.',
        'Tracking hours on the construction site.',
        'I log my working time with it, nothing else.',
        'Recording the hours for each project during the day.',
      ],
    ],
    [
      'not at all',
      [
        'Does not use it, the phone screen is too small for numbers.',
        'Never installed it. I do everything on the laptop.',
        'Not at all, I only work at the computer.',
      ],
    ],
    [null, ['Shows it to friends who ask what he works with.']],
  ]),
  study('Why do customers contact our support by phone?', [
    [
      'urgent',
      [
        'It was urgent, the payroll had to go out the same day.',
        'Could not wait for an email, the shop was full of customers.',
        'Needed an answer immediately because a deadline was in an hour.',
        'There was no time to write, everything stood still.',
      ],
    ],
    [
      'no email answer',
      [
        'Had written two emails and nobody replied.',
        'The ticket stayed open for a week without any answer.',
        'Calls because the contact form never gets a response.',
        'After three days of silence by mail, the phone was the last resort.',
      ],
    ],
    [
      'hard to describe',
      [
        'It is easier to explain a complicated case in a conversation.',
        'Did not know how to put the problem in writing.',
        'Talking it through is simpler than describing every screen.',
        'The matter was too complex for a form.',
      ],
    ],
    [
      'prefers a person',
      [
        'Prefers to talk to a human being instead of a chatbot.',
        'Likes hearing a real voice, the bot only repeats itself.',
        'I want a person on the line and not a machine.',
      ],
    ],
    [null, ['Found the number on an old invoice and simply dialed it.']],
  ]),
]
