"""Every number of Piste, with its row of RULES.md."""

TEMPO_GAIN, MOST_TEMPO = 3, 5  # B3
STEP_COST, LUNGE_COST, FEINT_COST, PARRY_COST = 1, 2, 1, 1  # B4, B5, B6
REACH = 2  # paces; B5
OPEN_HIT, PARRIED_HIT = 2, 6  # least faces of a lunge that touches; B7
TOUCHES = 3  # after which a fencer leaves; B8
ROUND_LIMIT = 30  # B9
