/** The time of day for all logic, so that tests can move it. */
export type Clock = { now(): Date }
