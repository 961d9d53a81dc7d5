"""Schedules at run time: their times, what people do with them, and the firing."""
