/** Categories in two levels. */
export const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  Compliance: ["Data protection", "Health and safety", "Code of conduct"],
  Languages: ["Spanish", "Portuguese", "English"],
  Technology: ["Office tools", "Cybersecurity"],
  "People skills": ["Leadership", "Communication"],
};

export interface ProviderSeed {
  code: string;
  name: string;
  prefix: string;
  description: string;
}

export const PROVIDERS: readonly ProviderSeed[] = [
  { code: "acme", name: "Acme Academy", prefix: "ACM", description: "Courses by Acme Iberia for its own people." },
  { code: "lingua", name: "Lingua Viva", prefix: "LIN", description: "Languages at work, in short lessons." },
  { code: "northwind", name: "Northwind Skills", prefix: "NWS", description: "Technology and leadership." },
];

type CourseFormat = "scorm" | "video" | "classroom";

/** Title, language, format, provider, category, and the lessons with their minutes; a colon ends the name of a chapter. */
export type CourseSeed = readonly [
  title: string,
  lang: string,
  format: CourseFormat,
  provider: string,
  category: string,
  lessons: readonly string[],
];

export const COURSES: readonly CourseSeed[] = [
  ["Data protection for everyone", "en", "scorm", "acme", "Data protection", ["Welcome 4", "What counts as personal data 12", "Quiz 8"]],
  ["Protección de datos para todos", "es", "scorm", "acme", "Data protection", ["Bienvenida 4", "Qué es un dato personal 12", "Quiz 8"]],
  [
    "Answering data subject requests",
    "en",
    "scorm",
    "acme",
    "Data protection",
    ["The rights 10", "The deadline 6", "Handbook 15", "Quiz 5"],
  ],
  ["Safe at your desk", "en", "video", "acme", "Health and safety", ["Chair and screen 7", "Breaks 5", "Quiz 4"]],
  ["Evacuation of the Madrid office", "es", "video", "acme", "Health and safety", ["Rutas 6", "Punto de encuentro 4"]],
  ["First aid at work", "en", "classroom", "acme", "Health and safety", ["Handbook 30", "Practice 180", "Quiz 20"]],
  ["Code of conduct", "en", "scorm", "acme", "Code of conduct", ["Our rules 9", "Gifts and invitations 11", "Quiz 10"]],
  ["Speaking up", "en", "video", "acme", "Code of conduct", ["Whom to tell 6", "What happens then 8"]],
  ["Welcome to Acme Iberia", "en", "video", "acme", "Compliance", ["A word of the board 5", "Who is who 9", "Tools of the house 14"]],
  [
    "Spanish for beginners",
    "en",
    "scorm",
    "lingua",
    "Spanish",
    ["First steps: Greetings 15", "First steps: Numbers 15", "At work: Meetings 20", "Quiz 10"],
  ],
  ["Spanish in meetings", "en", "scorm", "lingua", "Spanish", ["Opening 12", "Disagreeing politely 18", "Closing 10", "Quiz 10"]],
  ["Português para iniciantes", "pt", "scorm", "lingua", "Portuguese", ["Saudações 15", "Números 15", "Quiz 10"]],
  ["Portuguese on the telephone", "en", "video", "lingua", "Portuguese", ["Taking a call 14", "Spelling names 9"]],
  ["English for customer support", "en", "scorm", "lingua", "English", ["Tone 16", "Complaints 22", "Quiz 12"]],
  ["Business English: writing", "en", "scorm", "lingua", "English", ["E-mails 20", "Reports 25", "Handbook 40", "Quiz 15"]],
  [
    "Spreadsheets I",
    "en",
    "video",
    "northwind",
    "Office tools",
    ["Cells: References 18", "Cells: Formulas 24", "Tables: Sorting 16", "Quiz 10"],
  ],
  ["Spreadsheets II", "en", "video", "northwind", "Office tools", ["Pivot tables 32", "Charts 21", "Quiz 14"]],
  ["Minutes that are read", "en", "video", "northwind", "Office tools", ["What to leave out 11", "Decisions and owners 9"]],
  ["Phishing", "en", "scorm", "northwind", "Cybersecurity", ["How it looks 8", "What to do 6", "Quiz 6"]],
  ["Passwords and passkeys", "en", "scorm", "northwind", "Cybersecurity", ["Why length wins 7", "Passkeys 9", "Quiz 5"]],
  ["Secure development", "en", "scorm", "northwind", "Cybersecurity", ["Injection 25", "Secrets 20", "Dependencies 20", "Quiz 20"]],
  ["Leading a small team", "en", "classroom", "northwind", "Leadership", ["Reading 25", "Workshop 240", "Quiz 15"]],
  ["Feedback that helps", "en", "video", "northwind", "Leadership", ["Observe 10", "Say it 12", "Listen 9"]],
  ["Delegating", "en", "video", "northwind", "Leadership", ["What to keep 9", "Delegating 14", "Quiz 7"]],
  ["Presenting figures", "en", "video", "northwind", "Communication", ["One slide, one point 13", "Charts that lie 17", "Quiz 8"]],
  ["Difficult conversations", "en", "video", "northwind", "Communication", ["Preparing 14", "Staying calm 11", "Afterwards 6"]],
];

/** Titles of learning paths with those of their courses. */
export const PATHS: readonly (readonly [title: string, description: string, courses: readonly string[]])[] = [
  [
    "Onboarding",
    "The first month at Acme Iberia.",
    ["Welcome to Acme Iberia", "Code of conduct", "Data protection for everyone", "Safe at your desk", "Phishing"],
  ],
  ["New managers", "For everybody who leads people for the first time.", ["Leading a small team", "Feedback that helps", "Delegating"]],
  ["Security champions", "One in each team.", ["Phishing", "Passwords and passkeys", "Secure development"]],
  ["Spanish evenings", "Twice a week after work.", ["Spanish for beginners", "Spanish in meetings"]],
];

/** Assignments: course or path, target (`all`, or a group's path), days ago, days until due. */
export const COURSE_ASSIGNMENTS: readonly (readonly [course: string, to: string, ago: number, due?: number])[] = [
  ["Code of conduct", "all", 120],
  ["Phishing", "all", 45, 30],
  ["Data protection for everyone", "HR/Departments", 60, 14],
  ["Secure development", "HR/Departments/Engineering", 30],
  ["Answering data subject requests", "HR/Departments/Legal", 20, 40],
  ["English for customer support", "HR/Departments/Customer Support", 25],
  ["Evacuation of the Madrid office", "HR/Sites/Madrid", 10],
  ["Feedback that helps", "HR/Managers", 15],
  ["First aid at work", "HR/Teams/First Aid", 70],
  ["Code of conduct", "Partners", 90],
];

/** As above, then the days from now until access opens and closes. */
export const PATH_ASSIGNMENTS: readonly (readonly [path: string, to: string, ago: number, opens?: number, closes?: number])[] = [
  ["Onboarding", "Learning/Onboarding 2026", 40],
  ["New managers", "HR/Managers", 50, -45, 120],
  ["Security champions", "HR/Departments/IT", 12],
  ["Spanish evenings", "Learning/Spanish evenings", 8, 7],
];

/** Title, description, course, and the events: days from now, hours, place, seats and how many take part. */
export const CLASSES: readonly (readonly [
  title: string,
  course: string,
  events: readonly (readonly [title: string, day: number, hours: number, location: string, capacity: number, taking: number])[],
])[] = [
  [
    "First aid at work",
    "First aid at work",
    [
      ["First aid, spring group", -40, 6, "Madrid, room 2", 16, 14],
      ["First aid, refresher", -3, 3, "Porto, room 1", 12, 9],
      ["First aid, autumn group", 18, 6, "Madrid, room 2", 16, 11],
    ],
  ],
  [
    "Leading a small team",
    "Leading a small team",
    [
      ["Workshop in Lisbon", -12, 8, "Lisbon, auditorium", 20, 20],
      ["Workshop in Barcelona", 4, 8, "Barcelona, room 5", 20, 13],
    ],
  ],
  ["Spanish evenings", "Spanish in meetings", [["Open evening", 45, 2, "London, library", 30, 4]]],
];
