from bailiwick import Roster, Router, shipped_agents

router = Router(Roster(shipped_agents()))
decision = router.decide("Resuelve 2x + 6 = 10")
print(decision.agent, "because", decision.reason)
