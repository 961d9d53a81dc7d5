from bailiwick import Roster, Router

router = Router(Roster.builtin())
decision = router.decide("Resuelve 2x + 6 = 10")
print(decision.agent, "because", decision.reason)
