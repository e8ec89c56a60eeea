export const QUESTION_STATES = ['waiting', 'answered', 'hidden'] as const
