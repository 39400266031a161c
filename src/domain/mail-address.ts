/** A single address, because a comma, a semicolon or a line break could add others. */
export const MAIL_ADDRESS = /^[^\s@,;<>"()]+@[^\s@,;<>"()]+$/;
