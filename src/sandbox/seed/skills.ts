/** A skill in English and Spanish, with its child skills. */
export type SkillSeed = readonly [en: string, es: string, below?: readonly SkillSeed[]];

export const SKILLS: readonly SkillSeed[] = [
  [
    "Communication",
    "Comunicación",
    [
      [
        "Writing",
        "Redacción",
        [
          ["Technical writing", "Redacción técnica"],
          ["Business e-mails", "Correos de empresa"],
        ],
      ],
      [
        "Public speaking",
        "Hablar en público",
        [
          ["Presentations", "Presentaciones"],
          ["Storytelling", "Narración"],
        ],
      ],
      ["Negotiation", "Negociación"],
      ["Active listening", "Escucha activa"],
    ],
  ],
  [
    "Leadership",
    "Liderazgo",
    [
      ["Feedback", "Retroalimentación"],
      ["Delegation", "Delegación"],
      ["Conflict resolution", "Resolución de conflictos", [["Mediation", "Mediación"]]],
      ["Coaching", "Acompañamiento"],
    ],
  ],
  [
    "Technology",
    "Tecnología",
    [
      [
        "Programming",
        "Programación",
        [
          ["Web development", "Desarrollo web"],
          ["Databases", "Bases de datos"],
          ["Testing", "Pruebas"],
        ],
      ],
      [
        "Cybersecurity",
        "Ciberseguridad",
        [
          ["Phishing awareness", "Prevención del phishing"],
          ["Secure development", "Desarrollo seguro"],
        ],
      ],
      [
        "Data analysis",
        "Análisis de datos",
        [
          ["Spreadsheets", "Hojas de cálculo"],
          ["Statistics", "Estadística"],
        ],
      ],
      ["Office tools", "Ofimática"],
    ],
  ],
  [
    "Languages",
    "Idiomas",
    [
      ["Spanish", "Español"],
      ["Portuguese", "Portugués"],
      ["English", "Inglés", [["Business English", "Inglés de negocios"]]],
    ],
  ],
  [
    "Compliance",
    "Cumplimiento",
    [
      ["Data protection", "Protección de datos"],
      [
        "Occupational safety",
        "Prevención de riesgos laborales",
        [
          ["First aid", "Primeros auxilios"],
          ["Fire safety", "Seguridad contra incendios"],
        ],
      ],
      ["Anti-corruption", "Anticorrupción"],
    ],
  ],
];
